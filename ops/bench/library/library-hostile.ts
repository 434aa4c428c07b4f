/**
 * Memory of the site while someone sends what is made to harm: 5 GB declared, archives and PDFs
 * that unpack to gigabytes, a picture of billions of dots, pages and drawings under other names.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import { lineOf, pdfOf } from '../../../tests/support/files/pdf-file.ts';
import { paragraphOf, wordFileOf, zipOf } from '../../../tests/support/files/word-file.ts';
import type { Row } from '../bench.ts';
import { beginUpload, type LibraryClient, sendBytes } from '../../faults/library/library-client.ts';
import { type LibrarySite, residentMegabytes, residentOf, withLibrary } from './library-site.ts';

type Attack = { name: string; declared?: number; bytes: Buffer };

const rounds = 3;
/** Megabytes over idle: while it is looked at, and after it. */
const most = { meanwhile: 500, own: 150, afterwards: 100 };
const gigabyte = 1_000_000_000;

async function attacks(): Promise<Attack[]> {
  const zeros = Buffer.alloc(250_000_000);
  const bomb = await wordFileOf(paragraphOf('x'), { 'word/media/a.png': zeros.toString('latin1') });
  return [
    { name: 'declared.pdf', declared: 5 * gigabyte, bytes: Buffer.from('%PDF-1.7') },
    { name: 'page.pdf', bytes: Buffer.from('<!doctype html><script>alert(1)</script>') },
    { name: 'drawing.svg', bytes: Buffer.from('<svg><script>alert(1)</script></svg>') },
    { name: 'drawing.png', bytes: Buffer.from('<svg><script>alert(1)</script></svg>') },
    { name: 'empty.txt', bytes: Buffer.alloc(0) },
    { name: 'dots.png', bytes: pictureOf(60_000) },
    { name: 'bomb.docx', bytes: bomb },
    { name: 'paragraphs.docx', bytes: await wordFileOf('<w:p/>'.repeat(5_000_000)) },
    { name: 'brackets.odt', bytes: await openDocumentOf('<'.repeat(30_000_000)) },
    { name: 'bomb.odt', bytes: await openDocumentOf(zeros) },
    { name: 'words.pdf', bytes: pdfOf(lineOf('words and words'), 2_000_000) },
    { name: 'spaces.pdf', bytes: pdfOf(' '.repeat(1_000), 500_000) },
  ];
}

function openDocumentOf(content: string | Buffer): Promise<Buffer> {
  const mimetype = 'application/vnd.oasis.opendocument.text';
  return zipOf({ mimetype, 'content.xml': content });
}

/** A picture of so many dots each way, all black, packed as PNG does. */
function pictureOf(side: number): Buffer {
  const head = Buffer.alloc(33);
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(head);
  head.writeUInt32BE(side, 16);
  head.writeUInt32BE(side, 20);
  Buffer.from('0802000000', 'hex').copy(head, 24);
  const dots = deflateSync(Buffer.alloc(100_000_000));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(dots.length);
  return Buffer.concat([head, length, Buffer.from('IDAT'), dots]);
}

export function hostile(): Promise<Row[]> {
  return withLibrary(async (site) => {
    const all = await attacks();
    const pid = site.process.pid ?? 0;
    await attack(site.member, { name: 'first.txt', bytes: Buffer.from('text') });
    await pause(5_000);
    const idle = residentMegabytes(pid);
    const ownIdle = residentOf(pid);
    let [peak, ownPeak, slowest] = [idle, ownIdle, 0];
    const watch = setInterval(() => {
      peak = Math.max(peak, residentMegabytes(pid));
      ownPeak = Math.max(ownPeak, residentOf(pid));
    }, 50);
    const asking = new AbortController();
    const asked = askUntil(site.url, asking.signal, (took) => (slowest = Math.max(slowest, took)));
    const said = new Map<string, string>();
    for (let round = 0; round < rounds; round += 1) {
      for (const each of all) said.set(each.name, await attack(site.member, each));
      await untilRead(site);
    }
    asking.abort();
    await asked;
    await pause(10_000);
    clearInterval(watch);
    for (const [name, answer] of said) console.log(`${name}: ${answer}`);
    const after = residentMegabytes(pid);
    return [
      row('memory while hostile files are sent and read', peak - idle, most.meanwhile),
      row(
        'the same, of the site without the programs that read files',
        ownPeak - ownIdle,
        most.own,
      ),
      row('memory ten seconds later', after - idle, most.afterwards),
      {
        work: 'longest wait for a page meanwhile',
        measured: `${slowest.toFixed(0)} ms`,
        bar: '≤ 5000 ms',
        reached: slowest <= 5_000,
      },
    ];
  });
}

function row(work: string, megabytes: number, bar: number): Row {
  const measured = `${megabytes.toFixed(0)} MB over idle`;
  return { work, measured, bar: `≤ ${bar} MB`, reached: megabytes <= bar };
}

/** Sends one and, when it was taken, opens its page. @returns what the site said */
async function attack(client: LibraryClient, { name, declared, bytes }: Attack): Promise<string> {
  try {
    const path = await beginUpload(client, { name, bytes: declared ?? bytes.length });
    const id = await sendBytes(client, path, { offset: 0, bytes: new Uint8Array(bytes) });
    const page = await fetch(`${client.url}/intranet/documents/${id}`, {
      headers: { Cookie: client.cookie },
    });
    return `taken, its page answers ${page.status}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Waits until the text of everything has been looked for. */
async function untilRead({ database }: LibrarySite): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const { rows } = await database.query(
      "select 1 from intranet_resources where text_state = 'waiting' limit 1",
    );
    if (rows.length === 0) return;
    await pause(500);
  }
  throw new Error('The files have not been read within five minutes');
}

async function askUntil(
  url: string,
  signal: AbortSignal,
  tell: (milliseconds: number) => void,
): Promise<void> {
  while (!signal.aborted) {
    const begun = performance.now();
    await (await fetch(`${url}/login`)).text();
    tell(performance.now() - begun);
    await pause(50);
  }
}
