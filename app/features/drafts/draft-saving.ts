import { z } from 'zod';
import {
  type DraftInput,
  type KeptDraft,
  mostKnown,
  savedDraftSchema,
  type TabDraft,
  tabDraftSchema,
} from './draft-schemas';

export type SaveResult =
  | { kind: 'saved'; version: number }
  | { kind: 'conflict'; other: KeptDraft | null }
  | { kind: 'offline' }
  | { kind: 'signed-out' };

const longestKeptAlive = 15_000;

/** Sends a draft to the server and says what came of it; never throws. */
export async function sendDraft(address: string, draft: DraftInput): Promise<SaveResult> {
  const body = JSON.stringify(draft);
  try {
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
      // Goes on when the page is left; browsers take at most 64 kB of such requests.
      keepalive: body.length < longestKeptAlive,
      // The guard leads whoever is not signed in to /login.
      redirect: 'manual',
    });
    if (answer.type === 'opaqueredirect' || answer.status === 401) return { kind: 'signed-out' };
    if (!answer.ok) return { kind: 'offline' };
    return savedDraftSchema.parse(await answer.json());
  } catch {
    return { kind: 'offline' };
  }
}

const keyOf = (place: string) => `draft:${place}`;

/** Keeps in this tab what was typed last. It goes when the tab is closed. */
export function keepInTab(place: string, draft: TabDraft): void {
  try {
    sessionStorage.setItem(keyOf(place), JSON.stringify(draft));
  } catch {
    // Storage may be blocked or full; the text is still on the page.
  }
}

const marksKeyOf = (place: string) => `draft-marks:${place}`;

/** Remembers in this tab what it has sent: the answer may be lost, and the text be there. */
export function noteMarks(place: string, marks: readonly string[]): void {
  try {
    sessionStorage.setItem(marksKeyOf(place), JSON.stringify(marks));
  } catch {
    // Storage may be blocked or full.
  }
}

/** The marks of what this tab has sent of late, also before it was loaded again. */
export function findMarks(place: string): string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(marksKeyOf(place)) ?? '[]');
    return z.array(z.uuid()).max(mostKnown).catch([]).parse(kept);
  } catch {
    return [];
  }
}

export function forgetInTab(place: string): void {
  try {
    sessionStorage.removeItem(keyOf(place));
  } catch {
    // Storage may be blocked.
  }
}

/** What this tab kept. */
export function findInTab(place: string): TabDraft | null {
  try {
    const kept = sessionStorage.getItem(keyOf(place));
    const parsed = tabDraftSchema.safeParse(JSON.parse(kept ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Signs in without leaving the page. @returns whether the site accepted it; null: no answer */
export async function signInHere(fields: {
  email: string;
  password: string;
}): Promise<boolean | null> {
  try {
    const answer = await fetch('/login', {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
    });
    return answer.type === 'opaqueredirect';
  } catch {
    return null;
  }
}
