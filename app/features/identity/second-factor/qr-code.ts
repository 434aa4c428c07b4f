import { encode } from 'uqr';

export type Drawing = { size: number; path: string };

/** A square code (ISO/IEC 18004) as the path of an SVG picture, one rectangle for each dark run. */
export function drawQrCode(text: string): Drawing {
  const { size, data } = encode(text, { ecc: 'M', border: 4 });
  const path = data
    .flatMap((row, y) => runsOf(row).map(([x, width]) => `M${x} ${y}h${width}v1h-${width}z`))
    .join('');
  return { size, path };
}

/** Where the dark runs of a row begin, and how long they are. */
function runsOf(row: readonly boolean[]): [start: number, width: number][] {
  const starts = row.flatMap((isDark, x) => (isDark && !row[x - 1] ? [x] : []));
  return starts.map((start) => {
    const end = row.indexOf(false, start);
    return [start, (end === -1 ? row.length : end) - start];
  });
}
