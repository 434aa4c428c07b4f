/*
 * What this tab keeps of what someone is writing, by its keys alone: every page of the site looks
 * after them, so that nobody who comes later to the same computer finds the words of another.
 */

/** Where a person writes: nobody who signs in later in this tab finds it. */
export type OwnPlace = { owner: string; place: string };

export const keyOf = ({ owner, place }: OwnPlace) => `draft:${owner}:${place}`;
export const marksKeyOf = ({ owner, place }: OwnPlace) => `draft-marks:${owner}:${place}`;

/** The words of a comment that were selected to be quoted. */
const quoteKey = 'quote';

/** Removes from this tab what anybody but `owner` has written; of nobody: everything. */
export function forgetOthers(owner: string | null): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      const [, of] = /^draft(?:-marks)?:([^:]*):/.exec(key) ?? [];
      if (of !== undefined && of !== owner) sessionStorage.removeItem(key);
    }
    if (owner === null) sessionStorage.removeItem(quoteKey);
  } catch {
    // Storage may be blocked.
  }
}

/** Saves what is not saved yet. @returns whether the server has it */
type Save = () => Promise<boolean>;
const writing = new Set<Save>();

/** Has something saved before its writer signs out. @returns what takes the wish back */
export function saveBeforeSignOut(save: Save): () => void {
  writing.add(save);
  return () => {
    writing.delete(save);
  };
}

/** Saves what is being written on this page. @returns whether the server has all of it */
export async function saveAll(): Promise<boolean> {
  const saved = await Promise.all([...writing].map((save) => save()));
  return saved.every(Boolean);
}
