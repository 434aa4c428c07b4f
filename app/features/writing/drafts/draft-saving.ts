import { z } from 'zod';
import {
  type DraftInput,
  type StoredDraft,
  maxKnown,
  savedDraftSchema,
  type TabDraft,
  tabDraftSchema,
} from './draft-schemas';
import { keyOf, marksKeyOf, type OwnPlace } from './tab-drafts';

export type SaveResult =
  | { kind: 'saved'; version: number }
  | { kind: 'conflict'; other: StoredDraft | null }
  | { kind: 'offline' }
  /** The server does not keep it as a draft: too long, too deep, or no place to write in. */
  | { kind: 'refused' }
  /** There are as many drafts as are kept. */
  | { kind: 'full' }
  | { kind: 'signed-out' };

const maxKeepAlive = 15_000;

/** Refusals that the same text would meet again. */
const lasting = new Set([400, 403, 404, 409, 413, 422]);

/** Sends a draft to the server and returns the result; never throws. */
export async function sendDraft(address: string, draft: DraftInput): Promise<SaveResult> {
  const body = JSON.stringify(draft);
  try {
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
      // Goes on when the page is left; browsers take at most 64 kB of such requests.
      keepalive: body.length < maxKeepAlive,
      // The guard redirects to /login after the session has ended.
      redirect: 'manual',
    });
    if (answer.type === 'opaqueredirect' || answer.status === 401) return { kind: 'signed-out' };
    if (lasting.has(answer.status)) return { kind: 'refused' };
    if (!answer.ok) return { kind: 'offline' };
    return savedDraftSchema.parse(await answer.json());
  } catch {
    return { kind: 'offline' };
  }
}

/** Saves the last typed text in session storage, which ends with the tab. */
export function saveToSession(place: OwnPlace, draft: TabDraft): void {
  try {
    sessionStorage.setItem(keyOf(place), JSON.stringify(draft));
  } catch {
    // Storage may be blocked or full; the text is still on the page.
  }
}

/** Remembers in this tab what it has sent: the answer may be lost, and the text be there. */
export function noteMarks(place: OwnPlace, marks: readonly string[]): void {
  try {
    sessionStorage.setItem(marksKeyOf(place), JSON.stringify(marks));
  } catch {
    // Storage may be blocked or full.
  }
}

/** The marks of what this tab has sent of late, also before it was loaded again. */
export function findMarks(place: OwnPlace): string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(marksKeyOf(place)) ?? '[]');
    return z.array(z.uuid()).max(maxKnown).catch([]).parse(kept);
  } catch {
    return [];
  }
}

export function removeFromSession(place: OwnPlace): void {
  try {
    sessionStorage.removeItem(keyOf(place));
  } catch {
    // Storage may be blocked.
  }
}

/** The draft saved in this tab. */
export function readFromSession(place: OwnPlace): TabDraft | null {
  try {
    const kept = sessionStorage.getItem(keyOf(place));
    const parsed = tabDraftSchema.safeParse(JSON.parse(kept ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
