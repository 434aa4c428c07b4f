import { scrub } from '~/features/telemetry/error-tracking/scrub';
import { log } from '~/platform/log/log.server';

/** How the console names its levels, and how the log does. */
const levels = { debug: 'debug', log: 'info', info: 'info', warn: 'warn', error: 'error' } as const;

/**
 * What libraries say on the console becomes a line of the log, like any other. What they quote is
 * left out: the router quotes addresses, which may hold names and the secrets of links.
 */
export function sendConsoleToLog(target: Pick<Console, keyof typeof levels>): void {
  for (const method of ['debug', 'log', 'info', 'warn', 'error'] as const) {
    target[method] = (...said: unknown[]) => {
      const err = said.find((each) => each instanceof Error);
      const texts = said.flatMap((each) => (each === err ? [] : describe(each)));
      log()[levels[method]]({ err, said: texts.join(' ') || undefined }, 'a library said');
    };
  }
}

/** A text without what it quotes; of anything else its kind and its code, which hold nothing of a person. */
function describe(said: unknown): string {
  if (typeof said === 'string') return withoutQuotes(said);
  if (typeof said !== 'object' || said === null) return typeof said;
  const kind = said instanceof Error ? said.name : said.constructor?.name || 'Object';
  const code = 'code' in said && typeof said.code === 'string' ? said.code : '';
  return scrub(`${kind} ${code}`.trim()).slice(0, 100);
}

/** From the first quotation mark to the last of its kind. */
const withoutQuotes = (text: string) => scrub(text.replace(/(["'`]).*\1/s, '[…]')).slice(0, 500);
