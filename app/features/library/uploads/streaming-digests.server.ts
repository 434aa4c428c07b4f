import { createHash, type Hash } from 'node:crypto';

/** The checksum of the first `bytes` bytes of an upload. */
export type StreamingDigest = { hash: Hash; bytes: number };

/** More are not under way at once; what is forgotten is read again. */
const most = 1_000;

/**
 * The checksums of what is just arriving, made while it passes, so that a large file need not be
 * read again at the end. Only for bytes that came through this process without a gap: the store
 * remains the one that knows how far an upload is.
 */
class StreamingDigests {
  readonly #arriving = new Map<string, StreamingDigest>();

  /**
   * What goes on at `offset`. It is forgotten here until it is kept again, so that of bytes that did
   * not reach the store nothing remains.
   * @returns null when the bytes before it are not known here
   */
  take(id: string, offset: number): StreamingDigest | null {
    const found = this.#arriving.get(id);
    this.#arriving.delete(id);
    if (offset === 0) return { hash: createHash('sha256'), bytes: 0 };
    return found?.bytes === offset ? found : null;
  }

  /** @param stored how many bytes of the upload are in the store now */
  keep(id: string, digest: StreamingDigest | null, stored: number): void {
    if (digest?.bytes !== stored) return;
    const [oldest] = this.#arriving.keys();
    if (this.#arriving.size >= most && oldest !== undefined) this.#arriving.delete(oldest);
    this.#arriving.set(id, digest);
  }

  /** @returns the sha256 of an upload that has all its `bytes`, null when it has to be read */
  finish(id: string, bytes: number): string | null {
    return (bytes > 0 && this.take(id, bytes)?.hash.digest('hex')) || null;
  }

  forget(id: string): void {
    this.#arriving.delete(id);
  }
}

/** Those of this process. */
export const streamingDigests = new StreamingDigests();
