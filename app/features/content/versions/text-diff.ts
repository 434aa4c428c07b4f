import { diffArrays } from 'diff';

export type DiffPart = { kind: 'same' | 'added' | 'removed'; text: string };

/** Two texts with more differences than this are not compared at once. */
const maxEdits = 2_000;

/**
 * What has to be taken out of `before` and put in to get `after`, word by word. Very different
 * texts are compared line by line first, and then the words of what lies between equal lines.
 */
export function diffWords(before: string, after: string): DiffPart[] {
  const byWords = diffBy(wordsOf, before, after);
  if (byWords) return joined(byWords);
  const byLines = diffBy(linesOf, before, after) ?? replaced(before, after);
  return joined(changesOf(byLines).flatMap(diffChange));
}

const wordsOf = (text: string) => text.match(/\s+|[^\s]+/g) ?? [];
const linesOf = (text: string) => text.match(/[^\n]*\n|[^\n]+/g) ?? [];

const replaced = (before: string, after: string): DiffPart[] => [
  { kind: 'removed', text: before },
  { kind: 'added', text: after },
];

/** What lies between equal lines, as one change each. */
type Change = { same: string } | { removed: string; added: string };

function changesOf(parts: readonly DiffPart[]): Change[] {
  const changes: Change[] = [];
  let [removed, added] = ['', ''];
  const close = () => {
    if (removed || added) changes.push({ removed, added });
    [removed, added] = ['', ''];
  };
  for (const { kind, text } of parts) {
    if (kind === 'removed') removed += text;
    else if (kind === 'added') added += text;
    else if (text) {
      close();
      changes.push({ same: text });
    }
  }
  close();
  return changes;
}

function diffChange(change: Change): DiffPart[] {
  if ('same' in change) return [{ kind: 'same', text: change.same }];
  const { removed, added } = change;
  return diffBy(wordsOf, removed, added) ?? replaced(removed, added);
}

/** @returns null when it would be too much work */
function diffBy(
  piecesOf: (text: string) => string[],
  before: string,
  after: string,
): DiffPart[] | null {
  const changes = diffArrays(piecesOf(before), piecesOf(after), { maxEditLength: maxEdits });
  return (
    changes?.map(({ value, added, removed }) => ({
      kind: added ? 'added' : removed ? 'removed' : 'same',
      text: value.join(''),
    })) ?? null
  );
}

/** Parts of the same kind that follow one another as one. */
function joined(parts: DiffPart[]): DiffPart[] {
  const result: DiffPart[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (part.text === '') continue;
    if (last?.kind === part.kind) last.text += part.text;
    else result.push({ ...part });
  }
  return result;
}
