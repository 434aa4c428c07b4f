import { Readable } from 'node:stream';
import { S3Store } from '@tus/s3-store';
import type { ByteRange, FileStore } from './file-store.server';

/** The upload store of the tus library, with what its client can do beside uploads. */
class Bucket extends S3Store {
  async put(key: string, bytes: string | Uint8Array): Promise<void> {
    await this.client.putObject({ Bucket: this.bucket, Key: key, Body: bytes });
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

  async exists(key: string): Promise<boolean> {
    const found = await this.client
      .headObject({ Bucket: this.bucket, Key: key })
      .catch((error: unknown) => {
        if (isAbsent(error)) return null;
        throw error;
      });
    return found !== null;
  }

  async deleteKey(key: string): Promise<void> {
    await this.client.deleteObject({ Bucket: this.bucket, Key: key });
  }

  async copy(from: string, to: string): Promise<void> {
    await this.client.copyObject({
      Bucket: this.bucket,
      CopySource: `${this.bucket}/${encodeURIComponent(from)}`,
      Key: to,
    });
  }
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && ['NotFound', 'NoSuchKey'].includes(error.name);
}

/**
 * Keeps files in a bucket of an S3-compatible store.
 * @param address `https://KEY:SECRET@host/bucket?region=eu-central-1`
 */
export function objectStore(address: string): FileStore {
  const url = new URL(address);
  const bucket = new Bucket({
    partSize: 8 * 1024 * 1024,
    useTags: false,
    s3ClientConfig: {
      bucket: url.pathname.slice(1),
      endpoint: url.origin,
      forcePathStyle: true,
      region: url.searchParams.get('region') ?? 'us-east-1',
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      credentials: {
        accessKeyId: decodeURIComponent(url.username),
        secretAccessKey: decodeURIComponent(url.password),
      },
    },
  });
  const discardUpload = async (id: string) => {
    for (const key of [id, `${id}.info`, `${id}.part`]) await bucket.deleteKey(key);
  };
  return {
    put: (key, bytes) => bucket.put(key, bytes),
    get: async (key) =>
      Buffer.concat(await (await bucket.getStream(key)).toArray()).toString('utf8'),
    getStream: (key, range) => bucket.getStream(key, range),
    exists: (key) => bucket.exists(key),
    delete: (key) => bucket.deleteKey(key),
    uploads: bucket,
    readUpload: (id) => bucket.getStream(id),
    adopt: async (id, key) => {
      await bucket.copy(id, key);
      await discardUpload(id);
    },
    discardUpload,
  };
}
