import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
// oxlint-disable-next-line import/default -- the text of the file, as Vite gives it
import source from './pdf-text.worker.js?raw';

/** What is read of a PDF: pages, and characters of one page and of all of them. */
const limits = { pages: 5_000, page: 200_000, document: 20_000_000 };
/** Milliseconds until a file is given up, and bytes by which the process may grow meanwhile. */
const usualMost = { time: 120_000, memory: 250_000_000 };
/** Milliseconds between two looks after it. */
const pace = 100;

const require = createRequire(import.meta.url);
/** Character maps of Asian writing that a PDF names without bringing them. */
const readerFolder = dirname(require.resolve('pdfjs-dist/package.json'));
const files = {
  cMapUrl: `${readerFolder}/cmaps/`,
  cMapPacked: true,
  standardFontDataUrl: `${readerFolder}/standard_fonts/`,
};

const answer = z.strictObject({ pages: z.array(z.string()), pageCount: z.number().int() });
export type PdfText = z.output<typeof answer>;

/**
 * The text of a PDF page by page, as it stands there. A thread of its own reads it: a file made to
 * be large inside holds up nobody, and is given up before it takes the memory of the site.
 * @param bytes belong to the thread afterwards
 * @throws when the file is damaged, encrypted, or takes too much time or memory
 */
export async function readPdfText(bytes: Buffer, most = usualMost): Promise<PdfText> {
  const own = bytes.byteLength === bytes.buffer.byteLength ? bytes.buffer : null;
  const data = own instanceof ArrayBuffer ? new Uint8Array(own) : new Uint8Array(bytes);
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`), {
    workerData: {
      library: pathToFileURL(require.resolve('unpdf')).href,
      files,
      bytes: data,
      limits,
    },
    transferList: [data.buffer],
    // What the library says of a damaged file is of no use to anybody.
    stdout: true,
    stderr: true,
  });
  try {
    return answer.parse(await Promise.race([answerOf(worker), untilTooMuch(worker, most)]));
  } finally {
    await worker.terminate();
  }
}

function answerOf(worker: Worker): Promise<unknown> {
  return new Promise((done, fail) => {
    worker.once('message', done);
    worker.once('error', (error) => fail(new Error('cannot be read', { cause: error })));
    worker.once('exit', () => fail(new Error('the reader ended without an answer')));
  });
}

/** Fails when the thread has run too long or made the process grow too much. */
function untilTooMuch(worker: Worker, most: typeof usualMost): Promise<never> {
  const before = process.memoryUsage.rss();
  const begun = Date.now();
  return new Promise((_, fail) => {
    const watch = setInterval(() => {
      if (process.memoryUsage.rss() - before > most.memory)
        fail(new Error('takes too much memory'));
      else if (Date.now() - begun > most.time) fail(new Error('takes too long'));
    }, pace);
    worker.once('exit', () => clearInterval(watch));
  });
}
