import { symbols } from 'pino';
import { z } from 'zod';
import { log } from '~/platform/log/log.server';

const lineSchema = z.looseObject({ level: z.string(), msg: z.string() });
export type LogLine = z.output<typeof lineSchema>;

/** What the site writes to its log from now on, in place of writing it; `raw` is the text itself. */
export function captureLog(): { lines: LogLine[]; raw: string[]; release: () => void } {
  const lines: LogLine[] = [];
  const raw: string[] = [];
  const logger = log();
  const { level } = logger;
  const stream: unknown = Reflect.get(logger, symbols.streamSym);
  const write = (line: string) => {
    raw.push(line.trimEnd());
    lines.push(lineSchema.parse(JSON.parse(line)));
  };
  Reflect.set(logger, symbols.streamSym, { write });
  logger.level = 'info';
  return {
    lines,
    raw,
    release: () => {
      logger.level = level;
      Reflect.set(logger, symbols.streamSym, stream);
    },
  };
}
