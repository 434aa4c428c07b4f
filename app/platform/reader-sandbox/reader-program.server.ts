import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Readable, Writable } from 'node:stream';
import { z } from 'zod';

/** A file on its way out of the store, and how long it is. */
export type StoredFile = { stream: Readable; bytes: number };

/** A program that reads files (`?program`), what it is told, and the folders it may read. */
export type Program = { source: string; task?: unknown; folders?: readonly string[] };

/**
 * Milliseconds until a file is given up, bytes of memory that its reader may take beside it, and
 * bytes that it may say.
 */
export type Most = { time: number; memory: number; answer: number };

/** Milliseconds between two looks after it. */
const pollIntervalMs = 50;
/** Megabytes for old and young objects: with Node's own room a long Word file took twice as much. */
const room = ['--max-old-space-size=250', '--max-semi-space-size=8'];

const lineEnd = 0x0a;

const saidSchema = z.strictObject({
  answer: z.unknown().optional(),
  refused: z.string().max(100).optional(),
});
/** What a program says: its answer, why it refuses the file, or that it cannot read it. */
export type Said = z.output<typeof saidSchema>;

/** Nothing is known of the file: its reader could not be started, or was ended by someone else. */
export class ReaderMissing extends Error {}

/** What a service manager, a terminal or a machine without memory ends programs with (signal(7)). */
const endedFromOutside = new Set<NodeJS.Signals | null>([
  'SIGHUP',
  'SIGINT',
  'SIGQUIT',
  'SIGKILL',
  'SIGTERM',
]);

/**
 * What a program of its own reads in a file. It knows no secret of the site, may open no file but
 * those of its folders, and gives all its memory back: a hostile file delays no other, and is
 * given up when it is large inside. What it says has come out of the file and is to be checked.
 * @throws ReaderMissing
 * @throws when the file is damaged, encrypted, takes too much time or memory, or does not come
 */
export async function readWithProgram(
  program: Program,
  { stream, bytes }: StoredFile,
  most: Most,
): Promise<unknown> {
  let reader: ChildProcess | undefined;
  try {
    const broken = new Promise<never>((_, fail) => stream.once('error', fail));
    reader = startProgram(program);
    const [, , , , file] = reader.stdio;
    if (file instanceof Writable) stream.pipe(untilItEnds(file));
    // While it comes it is there twice.
    const tooMuch = untilTooMuch(reader, { ...most, memory: most.memory + 2 * bytes });
    const text = await Promise.race([answerOf(reader, most.answer), tooMuch, broken]);
    if (text === '') throw new Error('cannot be read');
    const { answer, refused } = saidSchema.parse(JSON.parse(text));
    if (answer === undefined) throw new Error(refused ?? 'cannot be read');
    return answer;
  } finally {
    reader?.kill('SIGKILL');
    stream.destroy();
  }
}

/**
 * Starts a program that has nothing of the site, and of the machine its folders. Its source comes
 * by the standard input, since some are too long for an argument, and the file by the fifth channel.
 * @throws ReaderMissing
 */
export function startProgram({ source, task = null, folders = [] }: Program): ChildProcess {
  const readable = folders.map((folder) => `--allow-fs-read=${join(folder, '*')}`);
  const options = ['--permission', ...readable, ...room, '--no-warnings', '--input-type=module'];
  try {
    const reader = spawn(process.execPath, [...options, '-', JSON.stringify(task)], {
      cwd: dirname(process.execPath),
      // No variable of the site, which hold its secrets; threads share one store of memory.
      env: { MALLOC_ARENA_MAX: '1' },
      // What a library says of a damaged file is of no use to anybody.
      stdio: ['pipe', 'pipe', 'ignore', 'ipc', 'pipe'],
    });
    if (reader.stdin) untilItEnds(reader.stdin).end(source);
    return reader;
  } catch (cause) {
    throw new ReaderMissing('no reader', { cause });
  }
}

/** A program that has ended takes no more; its end says so. */
function untilItEnds(channel: Writable): Writable {
  return channel.on('error', () => undefined);
}

/** The line that it says, or what there is of it when it ends. */
function answerOf(reader: ChildProcess, most: number): Promise<string> {
  return new Promise((done, fail) => {
    const said: Buffer[] = [];
    let size = 0;
    reader.stdout?.on('data', (part: Buffer) => {
      size += part.length;
      said.push(part);
      if (size > most) fail(new Error('says too much'));
      else if (part.at(-1) === lineEnd) done(Buffer.concat(said).toString());
    });
    reader.once('close', (_code, signal) => {
      if (endedFromOutside.has(signal)) fail(new ReaderMissing(`the reader was ended: ${signal}`));
      else done(Buffer.concat(said).toString());
    });
    reader.once('error', (cause) => fail(new ReaderMissing('no reader', { cause })));
  });
}

/** Fails when the reader has run too long or taken too much memory. */
function untilTooMuch(reader: ChildProcess, most: Most): Promise<never> {
  const begun = performance.now();
  return new Promise((_, fail) => {
    const watch = setInterval(() => {
      if (memoryOf(reader) > most.memory) fail(new Error('takes too much memory'));
      else if (performance.now() - begun > most.time) fail(new Error('takes too long'));
    }, pollIntervalMs);
    for (const end of ['exit', 'error']) reader.once(end, () => clearInterval(watch));
  });
}

/** Bytes of a running program, where the system says so; elsewhere only the time is looked at. */
function memoryOf({ pid }: ChildProcess): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
