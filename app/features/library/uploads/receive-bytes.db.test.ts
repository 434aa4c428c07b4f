import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test, vi } from 'vitest';
import type { SignedInActor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { fileStore } from '~/platform/files/file-store.server';
import { describeOnBothStores } from '../../../../tests/support/files/file-stores';
import { person } from '../../../../tests/support/people/person';
import { ask, create } from '../../../../tests/support/files/tus-client';
import { streamingDigests } from './streaming-digests.server';
import { answerUpload } from './uploads.server';

const { documentVersions: versions } = schema;

const bytes = Buffer.from(
  Array.from(
    { length: 60_000 },
    (_, line) => `${line}: the text of a judgment ${line * 7919}\n`,
  ).join(''),
);
const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

let ada: SignedInActor;
beforeEach(async () => {
  ada = await person();
});

/** Chunks of very different lengths, as a line brings them; copies, since they may be freed. */
function* chunksOf(content: Buffer): Generator<Buffer> {
  const lengths = [1, 65_536, 17, 1_400, 40_000, 262_144];
  let at = 0;
  for (let count = 0; at < content.length; count += 1) {
    const length = lengths[count % lengths.length] ?? 1;
    yield Buffer.from(new Uint8Array(content.subarray(at, at + length)).buffer);
    at += length;
  }
}

/** Never ends by itself: a line that is dead without anybody knowing. */
function endless(content: Buffer): Readable {
  const line = new Readable({ read: () => undefined });
  for (const chunk of chunksOf(content)) line.push(chunk);
  return line;
}

/** Waits until all that has come on a line was read, and has had time to be stored. */
async function untilTaken(line: Readable): Promise<void> {
  await vi.waitFor(() => expect(line.readableLength).toBe(0), { timeout: 20_000 });
  await pause(300);
}

function sendOn(
  path: string,
  offset: number,
  body: Readable,
  headers: Record<string, string> = {},
) {
  const request = new Request(`https://association.example${path}`, {
    method: 'PATCH',
    headers: {
      'Tus-Resumable': '1.0.0',
      'Upload-Offset': String(offset),
      'Content-Type': 'application/offset+octet-stream',
      ...headers,
    },
  });
  return answerUpload(ada, request, body);
}

async function begin(length = bytes.length): Promise<string> {
  const made = await create(ada, length, { filename: 'judgment.txt' });
  return made.headers.get('Location') ?? '';
}

const offsetOf = async (path: string) =>
  Number((await ask(ada, 'HEAD', path)).headers.get('Upload-Offset'));

/** The checksum in the row and that of the bytes in the store. */
async function sumsOf(document: string | null): Promise<string[]> {
  const [version] = await db()
    .select()
    .from(versions)
    .where(eq(versions.document, document ?? ''));
  const stream = await fileStore().getStream(version?.storageKey ?? '');
  return [version?.sha256 ?? '', sha256(Buffer.concat(await stream.toArray()))];
}

describeOnBothStores('the bytes of an upload', () => {
  test('arrive in chunks of any length, over several requests', async () => {
    const path = await begin();
    const first = await sendOn(path, 0, Readable.from(chunksOf(bytes.subarray(0, 1_500_000))));
    expect(first.headers.get('Upload-Offset')).toBe('1500000');
    expect(first.headers.get('Upload-Document')).toBeNull();
    const last = await sendOn(path, 1_500_000, Readable.from(chunksOf(bytes.subarray(1_500_000))));
    expect(last.status).toBe(204);
    expect(await sumsOf(last.headers.get('Upload-Document'))).toEqual([
      sha256(bytes),
      sha256(bytes),
    ]);
  });

  test('are kept when the line is cut, and the sum is right whether or not it was made on the way', async () => {
    for (const isForgotten of [false, true]) {
      const path = await begin();
      const line = endless(bytes.subarray(0, 300_000));
      const cut = sendOn(path, 0, line);
      await untilTaken(line);
      line.destroy(new Error('reset'));
      await cut;
      const offset = await offsetOf(path);
      expect(offset).toBe(300_000);
      if (isForgotten) streamingDigests.forget(path.slice('/uploads/'.length));
      const last = await sendOn(path, offset, Readable.from(chunksOf(bytes.subarray(offset))));
      expect(await sumsOf(last.headers.get('Upload-Document'))).toEqual([
        sha256(bytes),
        sha256(bytes),
      ]);
    }
  });

  test('on a line that is dead make way for the request that goes on', async () => {
    const path = await begin();
    const line = endless(bytes.subarray(0, 200_000));
    const dead = sendOn(path, 0, line);
    await untilTaken(line);
    const next = sendOn(path, 200_000, Readable.from(chunksOf(bytes.subarray(200_000))));
    expect((await dead).headers.get('Upload-Offset')).toBe('200000');
    const document = (await next).headers.get('Upload-Document');
    expect(await sumsOf(document)).toEqual([sha256(bytes), sha256(bytes)]);
  });

  test('are refused beyond what was announced, at another place, and outside the protocol', async () => {
    const path = await begin(1_000);
    const much = () => Readable.from(chunksOf(bytes));
    expect((await sendOn(path, 0, much())).status).toBe(413);
    expect((await sendOn(path, 0, much(), { 'Content-Length': '1001' })).status).toBe(413);
    expect((await sendOn(path, 7, much())).status).toBe(409);
    for (const [name, value, status] of [
      ['Upload-Offset', '0x0', 400],
      ['Upload-Offset', '-1', 400],
      ['Content-Type', 'application/octet-stream', 400],
      ['Tus-Resumable', '0.2.2', 412],
    ] as const) {
      expect((await sendOn(path, 0, much(), { [name]: value })).status).toBe(status);
    }
    expect(await offsetOf(path)).toBeLessThanOrEqual(1_000);
  });
});
