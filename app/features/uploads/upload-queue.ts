import { acceptedExtensions, extensionOf } from '~/lib/file-types';
import type { Collection } from '~/lib/collections';
import type { PlacedFile } from './dropped-files';

/** Where files go: a folder, or the next version of a document. */
export type UploadPlace = {
  collection: Collection;
  folder: string | null;
  replaces?: string;
  note?: string;
};

export type UploadItem = {
  key: number;
  name: string;
  path: string;
  bytes: number;
  sent: number;
  state: 'waiting' | 'sending' | 'done' | 'failed' | 'cancelled';
  /** Key of the text that says why it failed. */
  error: string | null;
  document: string | null;
  /** Id of an identical document that was there before. */
  duplicate: string | null;
};

type Task = {
  place: UploadPlace;
  placed: PlacedFile;
  stop: (() => Promise<void>) | null;
  url: string | null;
};

export const signedOut = 'error.storage/unauthenticated';

const atOnce = 3;
/** Small enough to pass proxies and time limits on a slow line; a cut costs at most one part. */
const partBytes = 8 * 1024 * 1024;
const pauses = [0, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000];

/**
 * The uploads of this tab. They go on while one moves from folder to folder; nothing about them is
 * kept in the browser, the server knows what was interrupted.
 */
export class UploadQueue {
  #items: readonly UploadItem[] = [];
  readonly #tasks = new Map<number, Task>();
  readonly #listeners = new Set<() => void>();
  #lastKey = 0;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly snapshot = (): readonly UploadItem[] => this.#items;

  /** Takes files in; what can be told at once is told at once. */
  add(files: readonly PlacedFile[], place: UploadPlace, longestFile: number): void {
    for (const placed of files) {
      this.#lastKey += 1;
      const error = refusalBefore(placed.file, longestFile);
      this.#tasks.set(this.#lastKey, { place, placed, stop: null, url: null });
      const item: UploadItem = {
        key: this.#lastKey,
        name: placed.file.name,
        path: placed.path,
        bytes: placed.file.size,
        sent: 0,
        state: error ? 'failed' : 'waiting',
        error,
        document: null,
        duplicate: null,
      };
      this.#items = [...this.#items, item];
    }
    this.#tell();
    this.#startNext();
  }

  retry(key: number): void {
    this.#change(key, { state: 'waiting', error: null });
    this.#startNext();
  }

  /** After signing in again: goes on with everything that the end of the session had stopped. */
  retrySignedOut(): void {
    for (const { key, error } of this.#items) {
      if (error === signedOut) this.#change(key, { state: 'waiting', error: null });
    }
    this.#startNext();
  }

  async cancel(key: number): Promise<void> {
    const task = this.#tasks.get(key);
    this.#items = this.#items.filter((item) => item.key !== key);
    this.#tasks.delete(key);
    this.#tell();
    await task?.stop?.().catch(() => undefined);
    this.#startNext();
  }

  /** Takes what is over from the list. */
  clear(): void {
    const isOver = ({ state }: UploadItem) => state === 'done' || state === 'failed';
    for (const { key } of this.#items.filter(isOver)) this.#tasks.delete(key);
    this.#items = this.#items.filter((item) => !isOver(item));
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  #change(key: number, change: Partial<UploadItem>): void {
    this.#items = this.#items.map((item) => (item.key === key ? { ...item, ...change } : item));
    this.#tell();
  }

  #startNext(): void {
    const running = this.#items.filter(({ state }) => state === 'sending').length;
    const waiting = this.#items.filter(({ state }) => state === 'waiting');
    for (const { key } of waiting.slice(0, Math.max(0, atOnce - running))) {
      const task = this.#tasks.get(key);
      if (!task) continue;
      this.#change(key, { state: 'sending' });
      this.#send(key, task).catch(() => this.#fail(key, 'error.storage/unknown'));
    }
  }

  #fail(key: number, error: string): void {
    this.#change(key, { state: 'failed', error });
    this.#startNext();
  }

  async #send(key: number, task: Task): Promise<void> {
    const { Upload, DetailedError } = await import('tus-js-client');
    const { file, path } = task.placed;
    const { collection, folder, replaces = '', note = '' } = task.place;
    const fingerprint = await fingerprintOf(task);
    task.url ??= await findInterrupted(collection, fingerprint);
    const upload = new Upload(file, {
      endpoint: '/uploads',
      ...(task.url ? { uploadUrl: task.url } : {}),
      chunkSize: partBytes,
      retryDelays: pauses,
      storeFingerprintForResuming: false,
      metadata: {
        filename: file.name,
        collection,
        parent: folder ?? '',
        path,
        replaces,
        note,
        fingerprint,
      },
      // A refusal stays one; lost connections and busy servers are tried again.
      onShouldRetry: (error) => {
        const status = error.originalResponse?.getStatus() ?? 0;
        return status === 0 || status === 409 || status === 423 || status >= 502;
      },
      onUploadUrlAvailable: () => {
        task.url = upload.url;
      },
      onProgress: (sent) => this.#change(key, { sent }),
      onAfterResponse: (_request, response) => {
        const document = response.getHeader('Upload-Document');
        if (document)
          this.#change(key, {
            document,
            duplicate: response.getHeader('Upload-Duplicate') ?? null,
          });
      },
      onSuccess: () => {
        this.#change(key, { state: 'done', sent: file.size });
        this.#startNext();
      },
      onError: (error) => {
        const answer = error instanceof DetailedError ? error.originalResponse : null;
        const code = answer?.getBody().trim() ?? '';
        if (answer && [404, 410].includes(answer.getStatus())) task.url = null;
        if (!answer) return this.#fail(key, 'error.storage/retry-limit-exceeded');
        this.#fail(key, code.startsWith('error.') ? code : 'error.storage/unknown');
      },
    });
    task.stop = () => upload.abort(true);
    if (this.#tasks.has(key)) upload.start();
  }
}

function refusalBefore(file: File, longestFile: number): string | null {
  if (file.size === 0) return 'error.storage/empty-file';
  if (file.size > longestFile) return 'error.storage/too-large';
  return acceptedExtensions.includes(extensionOf(file.name))
    ? null
    : 'error.storage/type-not-allowed';
}

/** What tells a file from others without reading it, hashed so that it says nothing by itself. */
async function fingerprintOf({ placed: { file, path }, place }: Task): Promise<string> {
  const { collection, folder, replaces } = place;
  const facts = [file.name, file.size, file.lastModified, path, collection, folder, replaces];
  const digest = await crypto.subtle.digest(
    'SHA-256',
    new TextEncoder().encode(JSON.stringify(facts)),
  );
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The address of an upload of the same file that was begun before, if the server has one. */
async function findInterrupted(
  collection: Collection,
  fingerprint: string,
): Promise<string | null> {
  const answer = await fetch(`/intranet/unfinished/${collection}?fingerprint=${fingerprint}`);
  if (!answer.ok || !answer.headers.get('Content-Type')?.includes('json')) return null;
  const found: { id: string } | null = await answer.json();
  return found ? `/uploads/${found.id}` : null;
}

/** The one queue of this tab. */
export const uploadQueue = new UploadQueue();

/**
 * Whether the page may be loaded again: not without a connection, when an error page would take its
 * place, nor when the session is over, which would lead away from what waits here to the sign-in.
 */
export async function mayLoadAgain(): Promise<boolean> {
  const answer = await fetch('/intranet/unfinished/userIntranet?limits', { redirect: 'manual' });
  return answer.ok;
}
