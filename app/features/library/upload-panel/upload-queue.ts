import { fingerprintOf } from './file-fingerprint';
import type { DetailedError } from 'tus-js-client';
import { acceptedExtensions, extensionOf } from '~/features/library/resources/file-types';
import type { Collection } from '~/lib/collections';
import type { PlacedFile } from './dropped-files';

/** Where files go: a folder, or the next version of a document. */
export type UploadPlace = {
  collection: Collection;
  folder: string | null;
  replaces?: string;
  /** Its newest version when the file was chosen. */
  current?: number;
  note?: string;
};

export type UploadItem = {
  key: number;
  name: string;
  path: string;
  bytes: number;
  sent: number;
  state: 'waiting' | 'sending' | 'done' | 'failed';
  /** Key of the text that says why it failed. */
  error: string | null;
  document: string | null;
  /** Id of an identical document that was there before. */
  duplicate: string | null;
  /** What is under way together has the same number. */
  round: number;
};

type Task = {
  place: UploadPlace;
  placed: PlacedFile;
  stop: (() => Promise<void>) | null;
  url: string | null;
};

export const signedOut = 'error.storage/unauthenticated';
const lineLost = 'error.storage/retry-limit-exceeded';
const notScanned = 'error.storage/not-scanned';

export const isRunning = ({ state }: UploadItem) => state === 'sending' || state === 'waiting';

/** What is under way now or was last: of earlier rounds, what there is to say about them may stay. */
export function ofLastRound(items: readonly UploadItem[]): readonly UploadItem[] {
  const last = Math.max(...items.map(({ round }) => round));
  return items.filter(({ round }) => round === last);
}

/** What was refused for what it is, or for where it was to go, stays refused. */
const lasting =
  /type-|empty-file|invalid-file-name|image-too-large|infected|replaced-meanwhile|folder-gone|too-large(-to-scan)?$/;
export const mayRetry = ({ state, error }: UploadItem) =>
  state === 'failed' && (error === null || !lasting.test(error));

/** Asks before leaving the site while uploads are running. */
const confirmBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();

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
  #round = 0;
  /** New documents that the last round has brought, in the order of their files. */
  #brought: readonly string[] = [];
  readonly #documents = new Map<number, string>();
  /** No connection: what waits is not tried one after the other in vain. */
  #isLineLost = false;
  #goOnLater: ReturnType<typeof setTimeout> | undefined;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly snapshot = (): readonly UploadItem[] => this.#items;
  readonly brought = (): readonly string[] => this.#brought;

  /** Takes files in; what can be told at once is told at once. */
  add(files: readonly PlacedFile[], place: UploadPlace, longestFile: number): void {
    window.addEventListener('online', this.#goOn);
    this.#isLineLost = false;
    // What is tried again stays in its round, as the rest of it.
    if (!this.#items.some(isRunning)) {
      this.#round += 1;
      this.#documents.clear();
      this.#brought = [];
    }
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
        round: this.#round,
      };
      this.#items = [...this.#items, item];
    }
    this.#tell();
    this.#startNext();
  }

  retry(key: number): void {
    this.#retryWhere((item) => item.key === key);
  }

  /** Everything that may succeed now. */
  retryAll(): void {
    this.#retryWhere(mayRetry);
  }

  /** After signing in again: goes on with everything that the end of the session had stopped. */
  retrySignedOut(): void {
    this.#retryWhere(({ error }) => error === signedOut);
  }

  /** The connection is there again. */
  readonly #goOn = () => this.#retryWhere(({ error }) => error === lineLost);

  #retryWhere(isMeant: (item: UploadItem) => boolean): void {
    this.#isLineLost = false;
    for (const { key } of this.#items.filter(isMeant)) {
      this.#change(key, { state: 'waiting', error: null, round: this.#round });
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

  /** Their details are being checked. */
  forgetBrought(): void {
    this.#documents.clear();
    this.#brought = [];
    this.#tell();
  }

  #noteBrought(key: number): void {
    const { document } = this.#items.find((item) => item.key === key) ?? {};
    if (!document) return;
    this.#documents.set(key, document);
    const inOrder = [...this.#documents].toSorted(([one], [other]) => one - other);
    this.#brought = inOrder.map(([, id]) => id);
  }

  #tell(): void {
    if (this.#items.some(isRunning)) window.addEventListener('beforeunload', confirmBeforeLeaving);
    else window.removeEventListener('beforeunload', confirmBeforeLeaving);
    for (const listener of this.#listeners) listener();
  }

  #change(key: number, change: Partial<UploadItem>): void {
    this.#items = this.#items.map((item) => (item.key === key ? { ...item, ...change } : item));
    this.#tell();
  }

  #startNext(): void {
    if (this.#isLineLost) return;
    const running = this.#items.filter(({ state }) => state === 'sending').length;
    const waiting = this.#items.filter(({ state }) => state === 'waiting');
    for (const { key } of waiting.slice(0, Math.max(0, atOnce - running))) {
      const task = this.#tasks.get(key);
      if (!task) continue;
      this.#change(key, { state: 'sending' });
      this.#send(key, task).catch((error: unknown) => {
        // Without an answer `fetch` fails with a TypeError, as do parts of the site not loaded yet.
        this.#fail(key, error instanceof TypeError ? lineLost : 'error.storage/unknown');
      });
    }
  }

  #fail(key: number, error: string): void {
    if (error === lineLost) {
      this.#isLineLost = true;
      clearTimeout(this.#goOnLater);
      this.#goOnLater = setTimeout(this.#goOn, 60_000);
    }
    this.#change(key, { state: 'failed', error });
    this.#startNext();
  }

  async #send(key: number, task: Task): Promise<void> {
    const { Upload, DetailedError: Failure } = await loadProtocol();
    const { file, path } = task.placed;
    const { collection, folder, replaces = '', current, note = '' } = task.place;
    const fingerprint = await fingerprintOf(task.placed, task.place);
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
        current: String(current ?? ''),
        note,
        fingerprint,
      },
      // A refusal stays one; lost connections and busy servers are tried again. A virus scanner that
      // is down will be so for a while, which is said at once.
      onShouldRetry: (error) => {
        const { status, code } = answerIn(error);
        if (code === notScanned) return false;
        return status === 0 || [409, 423, 429].includes(status) || status >= 502;
      },
      onUploadUrlAvailable: () => {
        task.url = upload.url;
      },
      onProgress: (sent) => this.#change(key, { sent }),
      onAfterResponse: (request, response) => {
        const status = response.getStatus();
        const isUnknown = request.getMethod() === 'HEAD' && status >= 400;
        if (isUnknown && status !== 404 && status !== 423) {
          throw new NoOffset(status, response.getHeader('Upload-Refusal') ?? '');
        }
        const document = response.getHeader('Upload-Document');
        if (document)
          this.#change(key, {
            document,
            duplicate: response.getHeader('Upload-Duplicate') ?? null,
          });
      },
      onSuccess: () => {
        if (!replaces) this.#noteBrought(key);
        this.#change(key, { state: 'done', sent: file.size });
        this.#startNext();
      },
      onError: (error) => {
        if (!(error instanceof Failure)) return this.#fail(key, 'error.storage/unknown');
        const { status, code } = answerIn(error);
        if (status === 404 || status === 410) task.url = null;
        if (code.startsWith('error.')) return this.#fail(key, code);
        this.#fail(key, status === 0 || status >= 502 ? lineLost : 'error.storage/unknown');
      },
    });
    task.stop = () => upload.abort(true);
    if (this.#tasks.has(key)) upload.start();
  }
}

/**
 * Asked how far an upload is, the server did not say. The library would begin another one and send
 * everything again; that is right only when there is no such upload any more.
 */
class NoOffset extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
  ) {
    super(`how far the upload is was not said: ${status}`);
  }
}

/** What the server answered: the status, 0 without an answer, and the code of a refusal. */
function answerIn({ causingError, originalResponse }: DetailedError) {
  if (causingError instanceof NoOffset) return causingError;
  const status = originalResponse?.getStatus() ?? 0;
  return { status, code: originalResponse?.getBody().trim() ?? '' };
}

/** What speaks to the server; loaded before it is needed, when there may be no connection. */
export const loadProtocol = () => import('tus-js-client');

function refusalBefore(file: File, longestFile: number): string | null {
  if (file.size === 0) return 'error.storage/empty-file';
  if (file.size > longestFile) return 'error.storage/too-large';
  return acceptedExtensions.includes(extensionOf(file.name))
    ? null
    : 'error.storage/type-not-allowed';
}

/** A line that breaks for a moment is tried again, as the protocol does once it has begun. */
async function askPatiently(address: string): Promise<Response> {
  for (const pause of pauses.slice(0, 4)) {
    const answer = await fetch(address).catch(() => null);
    if (answer) return answer;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return fetch(address);
}

/** The address of an upload of the same file that was begun before, if the server has one. */
async function findInterrupted(
  collection: Collection,
  fingerprint: string,
): Promise<string | null> {
  const answer = await askPatiently(
    `/intranet/unfinished/${collection}?fingerprint=${fingerprint}`,
  );
  if (!answer.ok || !answer.headers.get('Content-Type')?.includes('json')) return null;
  const found: { id: string } | null = await answer.json();
  return found ? `/uploads/${found.id}` : null;
}

/** The one queue of this tab. */
export const uploadQueue = new UploadQueue();
