import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { S3Store } from '@tus/s3-store';
import type { ByteRange, FileStore, StoredThing } from './file-store.server';
import { StoreWatch } from './object-store-watch.server';

/** S3 copies no more than 5 GB in one request, larger files in parts (S3 API, CopyObject). */
const inOneCopy = 5_000_000_000;
const copiedPart = 1_000_000_000;

/** A key that does not exist, requested to see whether the store answers. */
const probe = 'answers';

/** Bytes that are copied in one request, and bytes of a part where there are more. */
type CopySizes = { inOne: number; part: number };
type PartCall = {
  Bucket: string;
  Key: string;
  UploadId: string | undefined;
  PartNumber: number;
};

/** The upload store of the tus library, with what its client can do beside uploads. */
class Bucket extends S3Store {
  /** From now on calls end with an outage when the store does not answer any more. */
  watch(): void {
    const watch = new StoreWatch(() =>
      this.client.headObject({ Bucket: this.bucket, Key: probe }).catch(nullIfAbsent),
    );
    this.client.middlewareStack.add(
      (next) => (call) => {
        const isProbe = 'Key' in call.input && call.input.Key === probe;
        return isProbe ? next(call) : watch.during(next(call));
      },
      { step: 'initialize', priority: 'high', name: 'watch' },
    );
  }

  async put(key: string, bytes: string | Uint8Array): Promise<void> {
    await this.client.putObject({ Bucket: this.bucket, Key: key, Body: bytes });
  }

  /** In one request, or in parts where there is more than one may carry (S3 API, PutObject). */
  async putFile(key: string, path: string, { inOne, part }: CopySizes): Promise<void> {
    const { size } = await stat(path);
    const target = { Bucket: this.bucket, Key: key };
    if (size <= inOne) {
      const Body = createReadStream(path);
      await this.client.putObject({ ...target, Body, ContentLength: size });
      return;
    }
    await this.#inParts(target, { size, part }, async (call, { first, last }) => {
      const Body = createReadStream(path, { start: first, end: last });
      const { ETag } = await this.client.uploadPart({
        ...call,
        Body,
        ContentLength: last - first + 1,
      });
      return ETag;
    });
  }

  async getStream(key: string, range?: ByteRange): Promise<Readable> {
    const { Body } = await this.client.getObject({
      Bucket: this.bucket,
      Key: key,
      ...(range ? { Range: `bytes=${range.start}-${range.end}` } : {}),
    });
    if (!(Body instanceof Readable)) throw new Error(`The file store has no file ${key}`);
    return Body;
  }

  /** @returns its bytes, null when there is no such object */
  async sizeOf(key: string): Promise<number | null> {
    const found = await this.client
      .headObject({ Bucket: this.bucket, Key: key })
      .catch(nullIfAbsent);
    return found && (found.ContentLength ?? 0);
  }

  async deleteKey(key: string): Promise<void> {
    await this.client.deleteObject({ Bucket: this.bucket, Key: key });
  }

  async *list(prefix: string): AsyncIterable<StoredThing> {
    let after: string | undefined;
    do {
      const page = await this.client.listObjectsV2({
        Bucket: this.bucket,
        Prefix: prefix,
        ...(after ? { ContinuationToken: after } : {}),
      });
      for (const { Key, LastModified } of page.Contents ?? []) {
        if (Key) yield { key: Key, changedAt: LastModified ?? new Date(0) };
      }
      after = page.NextContinuationToken;
    } while (after);
  }

  async copy(from: string, to: string, { inOne, part }: CopySizes): Promise<void> {
    const size = await this.sizeOf(from);
    if (size === null) throw new Error(`The file store has no file ${from}`);
    const copy = { Bucket: this.bucket, Key: to, CopySource: `${this.bucket}/${from}` };
    if (size <= inOne) {
      await this.client.copyObject(copy);
      return;
    }
    const target = { Bucket: this.bucket, Key: to };
    await this.#inParts(target, { size, part }, async (call, { first, last }) => {
      const CopySourceRange = `bytes=${first}-${last}`;
      const { CopyPartResult } = await this.client.uploadPartCopy({
        ...copy,
        ...call,
        CopySourceRange,
      });
      return CopyPartResult?.ETag;
    });
  }

  /**
   * Makes an object of parts; when one fails, nothing of it stays in the store (S3 API,
   * AbortMultipartUpload: parts are in no list of objects, and are kept until then).
   * @param send sends the bytes from `first` to `last` and gives the part's ETag
   */
  async #inParts(
    target: { Bucket: string; Key: string },
    { size, part }: { size: number; part: number },
    send: (call: PartCall, bytes: { first: number; last: number }) => Promise<string | undefined>,
  ): Promise<void> {
    const { UploadId } = await this.client.createMultipartUpload(target);
    const upload = { ...target, UploadId };
    try {
      const Parts: { PartNumber: number; ETag: string | undefined }[] = [];
      for (let first = 0; first < size; first += part) {
        const PartNumber = Parts.length + 1;
        const last = Math.min(first + part, size) - 1;
        Parts.push({ PartNumber, ETag: await send({ ...upload, PartNumber }, { first, last }) });
      }
      await this.client.completeMultipartUpload({ ...upload, MultipartUpload: { Parts } });
    } catch (error) {
      await this.client.abortMultipartUpload(upload).catch(() => undefined);
      throw error;
    }
  }

  /** Puts the parts of an upload together, where the process ended just before it did. */
  async settle(id: string): Promise<void> {
    if ((await this.sizeOf(id)) !== null) return;
    await this.finishMultipartUpload(await this.getMetadata(id), await this.retrieveParts(id));
    await this.clearCache(id);
  }

  async discard(id: string): Promise<void> {
    const metadata = await this.getMetadata(id).catch(nullIfAbsent);
    if (metadata) {
      const upload = { Bucket: this.bucket, Key: id, UploadId: metadata['upload-id'] };
      await this.client.abortMultipartUpload(upload).catch(nullIfAbsent);
    }
    await this.clearCache(id);
    for (const key of [this.partKey(id), this.partKey(id, true), this.infoKey(id)]) {
      await this.deleteKey(key);
    }
  }

  async *listUploads(): AsyncIterable<StoredThing> {
    for await (const { key, changedAt } of this.list('')) {
      // What an upload is made of lies at the top, under its id (the tus library, `infoKey`).
      const id = /^([0-9a-f]{32})(\.info|\.part)?$/.exec(key)?.[1];
      if (id) yield { key: id, changedAt };
    }
  }
}

function nullIfAbsent(error: unknown): null {
  const isAbsent =
    error instanceof Error && ['NotFound', 'NoSuchKey', 'NoSuchUpload'].includes(error.name);
  if (!isAbsent) throw error;
  return null;
}

/**
 * Keeps files in a bucket of an S3-compatible store.
 * @param address `https://KEY:SECRET@host/bucket?region=eu-central-1`
 */
export function objectStore(
  address: string,
  sizes: CopySizes = { inOne: inOneCopy, part: copiedPart },
): FileStore {
  const url = new URL(address);
  const bucket = new Bucket({
    partSize: 8 * 1024 * 1024,
    useTags: false,
    // Parts wait in temporary files for their turn; few at once keep memory and disk flat.
    maxConcurrentPartUploads: 8,
    s3ClientConfig: {
      bucket: url.pathname.slice(1),
      endpoint: url.origin,
      forcePathStyle: true,
      region: url.searchParams.get('region') ?? 'us-east-1',
      // Newer checksums are not understood by every store that speaks S3.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: 3_000, socketTimeout: 30_000 },
      credentials: {
        accessKeyId: decodeURIComponent(url.username),
        secretAccessKey: decodeURIComponent(url.password),
      },
    },
  });
  bucket.watch();
  return {
    put: (key, bytes) => bucket.put(key, bytes),
    putFile: (key, path) => bucket.putFile(key, path, sizes),
    get: async (key) =>
      Buffer.concat(await (await bucket.getStream(key)).toArray()).toString('utf8'),
    getStream: (key, range) => bucket.getStream(key, range),
    exists: async (key) => (await bucket.sizeOf(key)) !== null,
    delete: (key) => bucket.deleteKey(key),
    list: (folder) => bucket.list(folder && `${folder}/`),
    uploads: bucket,
    writeUpload: (id, offset, chunks) =>
      bucket.write(Readable.from(chunks, { objectMode: false }), id, offset),
    readUpload: (id, range) => bucket.getStream(id, range),
    settleUpload: (id) => bucket.settle(id),
    adopt: (id, key) => bucket.copy(id, key, sizes),
    discardUpload: (id) => bucket.discard(id),
    listUploads: () => bucket.listUploads(),
  };
}
