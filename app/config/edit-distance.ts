/**
 * How many letters have to be changed, added, left out or swapped with their neighbour to make one
 * word of the other (optimal string alignment).
 */
export function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, position) => position);
  for (let row = 1; row <= a.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      const left = (next[column - 1] ?? 0) + 1;
      const above = (last[column] ?? 0) + 1;
      const changed = (last[column - 1] ?? 0) + (isSame ? 0 : 1);
      const isSwapped =
        row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const swapped = isSwapped ? (before[column - 2] ?? 0) + 1 : Infinity;
      next.push(Math.min(left, above, changed, swapped));
    }
    [before, last] = [last, next];
  }
  return last[b.length] ?? 0;
}
