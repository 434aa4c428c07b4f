/*
 * What this tab keeps of what someone is writing, by its keys alone: every page of the site looks
 * after them, so that the next user of the computer does not find them.
 */

/** The key of a draft includes its owner, so that a later user of this tab does not find it. */
export type OwnPlace = { owner: string; place: string };

export const keyOf = ({ owner, place }: OwnPlace) => `draft:${owner}:${place}`;
export const marksKeyOf = ({ owner, place }: OwnPlace) => `draft-marks:${owner}:${place}`;

/** The words of a comment that were selected to be quoted. */
const quoteKey = 'quote';

/** Removes the drafts of everybody but `owner` from this tab; without an owner all of them. */
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
