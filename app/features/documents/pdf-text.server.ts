import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
// oxlint-disable-next-line import/default -- the text of the file, as Vite gives it
import source from './pdf-text.reader.js?raw';

/** What is read of a PDF: pages, and characters of one page and of all of them. */
const limits = { pages: 5_000, page: 200_000, document: 20_000_000 };
/** Milliseconds until a file is given up, and bytes of memory that its reader may take beside it. */
const usualMost = { time: 120_000, memory: 300_000_000 };
/** Milliseconds between two looks after it. */
const pace = 50;

const require = createRequire(import.meta.url);
const library = require.resolve('unpdf');
/** Character maps of Asian writing that a PDF names without bringing them. */
const readerFolder = dirname(require.resolve('pdfjs-dist/package.json'));
const files = {
  cMapUrl: `${readerFolder}/cmaps/`,
  cMapPacked: true,
  standardFontDataUrl: `${readerFolder}/standard_fonts/`,
};

const answer = z.strictObject({ pages: z.array(z.string()), pageCount: z.number().int() });
export type PdfText = z.output<typeof answer>;

/** A file on its way out of the store, and how long it is. */
export type StoredFile = { stream: Readable; bytes: number };

/** Nothing is known of the file: the program that reads could not be started. */
export class ReaderMissing extends Error {}

/**
 * The text of a PDF page by page, as it stands there. A program of its own reads it, which knows no
 * secret of the site, may open no file but those of the library, and gives all its memory back: a
 * file made to harm holds up nobody, and is given up when it is large inside.
 * @throws ReaderMissing
 * @throws when the file is damaged, encrypted, takes too much time or memory, or does not come
 */
export async function readPdfText(
  { stream, bytes }: StoredFile,
  most = usualMost,
): Promise<PdfText> {
  const reader = startReader();
  // One that has ended takes no more of the file; its end says so.
  reader.stdin?.on('error', () => undefined);
  try {
    const broken = new Promise<never>((_, fail) => stream.once('error', fail));
    if (reader.stdin) stream.pipe(reader.stdin);
    // While it comes it is there twice.
    const tooMuch = untilTooMuch(reader, { ...most, memory: most.memory + 2 * bytes });
    return answer.parse(await Promise.race([answerOf(reader), tooMuch, broken]));
  } finally {
    reader.kill('SIGKILL');
    stream.destroy();
  }
}

/**
 * Starts a program that has nothing of the site, and of the machine what the library for PDFs needs.
 * @param program its source, a module
 */
export function startReader(program = source): ChildProcess {
  const task = { library: pathToFileURL(library).href, files, limits };
  const readable = [dirname(dirname(library)), readerFolder].map(
    (folder) => `--allow-fs-read=${join(folder, '*')}`,
  );
  const options = ['--permission', ...readable, '--no-warnings', '--input-type=module'];
  const told = ['--eval', program, '--', JSON.stringify(task)];
  return spawn(process.execPath, [...options, ...told], {
    cwd: readerFolder,
    // No variable of the site, which hold its secrets; threads share one store of memory.
    env: { MALLOC_ARENA_MAX: '1' },
    // What the library says of a damaged file is of no use to anybody.
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
}

function answerOf(reader: ChildProcess): Promise<unknown> {
  return new Promise((done, fail) => {
    reader.once('message', done);
    reader.once('error', (error) => fail(new ReaderMissing('no reader', { cause: error })));
    reader.once('exit', () => fail(new Error('cannot be read')));
  });
}

/** Fails when the reader has run too long or taken too much memory. */
function untilTooMuch(reader: ChildProcess, most: typeof usualMost): Promise<never> {
  const begun = Date.now();
  return new Promise((_, fail) => {
    const watch = setInterval(() => {
      if (memoryOf(reader) > most.memory) fail(new Error('takes too much memory'));
      else if (Date.now() - begun > most.time) fail(new Error('takes too long'));
    }, pace);
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
