export type DiffPart = { kind: 'same' | 'added' | 'removed'; text: string };

/** Beyond this many steps of work two texts are not compared at once. */
const mostCells = 4_000_000;

/**
 * What has to be taken out of `before` and put in to get `after`, word by word (longest common
 * subsequence). Long texts are compared line by line first, and then the words of what lies between
 * equal lines.
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

/**
 * Equal beginnings and ends are set aside first, so that small changes cost little.
 * @returns null when it would be too much work
 */
function diffBy(
  piecesOf: (text: string) => string[],
  before: string,
  after: string,
): DiffPart[] | null {
  const a = piecesOf(before);
  const b = piecesOf(after);
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (
    end < a.length - start &&
    end < b.length - start &&
    a[a.length - 1 - end] === b[b.length - 1 - end]
  ) {
    end += 1;
  }
  const middle = diffMiddle(a.slice(start, a.length - end), b.slice(start, b.length - end));
  return (
    middle && [
      { kind: 'same', text: a.slice(0, start).join('') },
      ...middle,
      { kind: 'same', text: a.slice(a.length - end).join('') },
    ]
  );
}

function diffMiddle(a: string[], b: string[]): DiffPart[] | null {
  if (a.length * b.length > mostCells) return null;
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] =
        a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const parts: DiffPart[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      parts.push({ kind: 'same', text: a[i] ?? '' });
      i += 1;
      j += 1;
    } else if (i < a.length && (j === b.length || at(i + 1, j) >= at(i, j + 1))) {
      parts.push({ kind: 'removed', text: a[i] ?? '' });
      i += 1;
    } else {
      parts.push({ kind: 'added', text: b[j] ?? '' });
      j += 1;
    }
  }
  return parts;
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
