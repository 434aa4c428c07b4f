import { createServer, type Server } from 'node:net';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SignedInActor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { fileStore } from '~/platform/files/file-store.server';
import { configure } from '../../../../tests/support/database/configure';
import { idsOfUploads } from '../../../../tests/support/files/file-stores';
import { person } from '../../../../tests/support/people/person';
import { runFileJobs } from '../../../../tests/support/database/run-jobs';
import { ask, create, send, upload } from '../../../../tests/support/files/tus-client';
import { getUploadLimits } from './upload-space.server';

const { intranetUploads: uploads } = schema;
const stop: (() => void)[] = [];

let ada: SignedInActor;
beforeEach(async () => {
  ada = await person();
});
afterEach(() => {
  for (const one of stop.splice(0)) one();
  vi.restoreAllMocks();
});

/** Answers as clamd does (clamd 1.4, INSTREAM), and takes `most` bytes. */
async function startScanner(most = 1_000_000, port = 0) {
  const heard: string[] = [];
  const server: Server = createServer((socket) => {
    const parts: Buffer[] = [];
    socket.on('error', () => undefined);
    socket.on('data', (part) => {
      parts.push(part);
      const all = Buffer.concat(parts);
      if (all.length > most) return void socket.end('INSTREAM size limit exceeded. ERROR\0');
      if (!all.subarray(-4).equals(Buffer.alloc(4))) return;
      heard.push(all.toString('latin1'));
      const isBad = all.includes('EICAR');
      socket.end(isBad ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0');
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  stop.push(() => server.close());
  const address = server.address();
  const used = typeof address === 'object' && address ? address.port : 0;
  configure({ CLAMD_ADDRESS: `127.0.0.1:${used}` });
  return { heard, port: used, server };
}

const textOf = async (answer: Response) => (await answer.text()).trim();
const stateOf = async (path: string) => {
  const id = path.slice('/uploads/'.length);
  const [row] = await db().select().from(uploads).where(eq(uploads.id, id));
  return row?.state;
};

test('without a scanner nobody is told of one', async () => {
  expect(await getUploadLimits(ada, 'userIntranet')).toMatchObject({ isScanned: false });
  await startScanner();
  expect(await getUploadLimits(ada, 'userIntranet')).toMatchObject({ isScanned: true });
});

test('a virus scanner sees every byte, and what it finds is not kept', async () => {
  const { heard } = await startScanner();
  const clean = await upload(ada, Buffer.from('nothing wrong with this'), { filename: 'a.txt' });
  expect(clean.status).toBe(204);
  expect(heard.join('')).toContain('nothing wrong with this');
  const found = await upload(ada, Buffer.from('EICAR'), { filename: 'b.txt' });
  expect(found.status).toBe(400);
  expect(await textOf(found)).toBe('error.storage/infected');
  await runFileJobs();
  expect(await idsOfUploads()).toEqual([]);
});

test('what is too long for the scanner is refused for that, not kept unscanned', async () => {
  await startScanner(100_000);
  const answer = await upload(ada, Buffer.alloc(8_000_000, 'a'), { filename: 'long.txt' });
  expect([answer.status, await textOf(answer)]).toEqual([413, 'error.storage/too-large-to-scan']);
});

test('while the scanner is down nothing is taken in and nothing is lost', async () => {
  const { port, server } = await startScanner();
  await new Promise((resolve) => server.close(resolve));
  const bytes = Buffer.from('text that has arrived');
  const made = await create(ada, bytes.length, { filename: 'c.txt' });
  const path = made.headers.get('Location') ?? '';
  const unscanned = await send(ada, path, 0, new Uint8Array(bytes));
  expect([unscanned.status, await textOf(unscanned)]).toEqual([503, 'error.storage/not-scanned']);
  const asked = await ask(ada, 'HEAD', path);
  expect(asked.status).toBe(503);
  expect(asked.headers.get('Upload-Refusal')).toBe('error.storage/not-scanned');
  expect(await stateOf(path)).toBe('arriving');
  // It is back: asking how far the upload is makes it a document, without sending it again.
  await startScanner(1_000_000, port);
  const answer = await ask(ada, 'HEAD', path);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('Upload-Document')).not.toBeNull();
  expect(await stateOf(path)).toBe('done');
});

test('a store that does not answer at the end loses nothing of an upload', async () => {
  const bytes = Buffer.from('the last byte has come');
  const made = await create(ada, bytes.length, { filename: 'd.txt' });
  const path = made.headers.get('Location') ?? '';
  const failing = vi
    .spyOn(fileStore(), 'settleUpload')
    .mockRejectedValue(new AppError('error.service-unavailable'));
  expect((await send(ada, path, 0, new Uint8Array(bytes))).status).toBe(503);
  expect(await stateOf(path)).toBe('arriving');
  failing.mockRestore();
  const answer = await ask(ada, 'HEAD', path);
  expect(answer.headers.get('Upload-Document')).not.toBeNull();
});
