import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { fileStore } from '~/platform/files/file-store.server';
import type { StreamingDigest } from './streaming-digests.server';
import { streamingDigests } from './streaming-digests.server';

/** A refusal by the tus protocol's own rules (tus 1.0.0, PATCH). */
class ProtocolRefusal extends Error {
  readonly status_code: number;

  constructor(status: 400 | 409 | 412 | 413) {
    super(`refused by the protocol: ${status}`);
    this.status_code = status;
  }
}

/** Milliseconds: what has been sent already is still taken when another request wants to go on. */
const drainTime = 500;

/**
 * Takes the bytes of one PATCH request into the store. They are counted while they arrive: more
 * than was announced is refused. Of a request that is cut, what arrived is kept.
 *
 * The library's own way leads each chunk through five streams, which takes several times as long as
 * writing it does.
 * @param upload its id and how long it was announced to be
 * @param whenWanted calls back when another request wants to go on with this upload
 * @returns how many bytes of the upload are stored now
 * @throws ProtocolRefusal when the request breaks the protocol
 */
export async function receiveBytes(
  upload: { id: string; bytes: number },
  { headers, body }: { headers: Headers; body: Readable },
  whenWanted: (stop: () => void) => void,
): Promise<number> {
  const offset = offsetOf(headers);
  const { offset: stored } = await fileStore().uploads.getUpload(upload.id);
  if (stored !== offset) throw new ProtocolRefusal(409);
  const announced = headers.get('Content-Length');
  if (offset + Number(announced ?? 0) > upload.bytes) throw new ProtocolRefusal(413);
  whenWanted(() => void pause(drainTime).then(() => body.destroy()));
  const digest = streamingDigests.take(upload.id, offset);
  const most = upload.bytes - offset;
  const end = await fileStore().writeUpload(upload.id, offset, counted(body, { most, digest }));
  streamingDigests.keep(upload.id, digest, end);
  return end;
}

function offsetOf(headers: Headers): number {
  if (headers.get('Tus-Resumable') !== '1.0.0') throw new ProtocolRefusal(412);
  const given = headers.get('Upload-Offset') ?? '';
  const isBytes = headers.get('Content-Type') === 'application/offset+octet-stream';
  if (!isBytes || !/^(0|[1-9]\d{0,14})$/.test(given)) throw new ProtocolRefusal(400);
  return Number(given);
}

/** Passes chunks on until the request ends or is cut. */
async function* counted(
  body: Readable,
  { most, digest }: { most: number; digest: StreamingDigest | null },
): AsyncGenerator<Uint8Array> {
  let count = 0;
  for await (const chunk of arriving(body)) {
    count += chunk.length;
    if (count > most) throw new ProtocolRefusal(413);
    if (digest) {
      digest.hash.update(chunk);
      digest.bytes += chunk.length;
    }
    yield chunk;
  }
}

/** So many chunks wait for the store before the line is held up. */
const maxWaiting = 16;

/**
 * The chunks as the line brings them. A stream's own iterator puts those that wait into one, which
 * means copying them, and ends the line when it is left early.
 */
async function* arriving(body: Readable): AsyncGenerator<Uint8Array> {
  const waiting: Uint8Array[] = [];
  let isOver = body.readableEnded || body.destroyed;
  let wake = () => {};
  const take = (chunk: Uint8Array) => {
    waiting.push(chunk);
    if (waiting.length >= maxWaiting) body.pause();
    wake();
  };
  const end = () => {
    isOver = true;
    wake();
  };
  body.on('data', take).on('end', end).on('error', end).on('close', end);
  try {
    for (;;) {
      const next = waiting.shift();
      if (next) yield next;
      else if (isOver) return;
      else {
        body.resume();
        await new Promise<void>((resolve) => (wake = resolve));
      }
    }
  } finally {
    body.pause().off('data', take).off('end', end).off('close', end);
  }
}

/** The body of a request that did not come through Node's own server. */
export function readableOf(request: Request): Readable {
  const empty: Uint8Array[] = [];
  return request.body ? Readable.from(request.body) : Readable.from(empty);
}
