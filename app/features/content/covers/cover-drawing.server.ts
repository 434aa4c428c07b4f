import { createHash } from 'node:crypto';
import type { CoverDrawing } from './cover-drawing';

export type DrawnKind = 'event' | 'news' | 'article';

/** Gives a number below `most`, another one each time. */
type Pick = (most: number) => number;

/**
 * The cover of a text without a picture, always the same for one text: an arcade for an event, sheets
 * of rings for an article, a wave for news. Wide bands and small cards show the middle of it.
 * @param id by which a text keeps its drawing, in all of its languages
 */
export function drawCover(kind: DrawnKind, id: string): CoverDrawing {
  const bytes = createHash('sha256').update(`${kind} ${id}`).digest();
  let next = 0;
  const pick: Pick = (most) => (bytes[next++ % bytes.length] ?? 0) % most;
  return draw[kind](pick);
}

const draw: Record<DrawnKind, (pick: Pick) => CoverDrawing> = {
  event: drawArcade,
  article: drawSheets,
  news: drawWave,
};

const arch = (left: number, base: number, radius: number) =>
  `M${left} ${base}a${radius} ${radius} 0 0 1 ${2 * radius} 0`;

/** Arches of two sizes in turn on one sill, one of them filled. */
function drawArcade(pick: Pick): CoverDrawing {
  const base = 64 + pick(3);
  const step = 8 + pick(3);
  const radii = [
    [40, 24],
    [32, 32],
    [24, 40],
  ][pick(3)] ?? [32, 32];
  const filled = 2 + pick(2);
  let lines = `M0 ${base}h320`;
  let shape = '';
  let left = -16 - 4 * pick(4);
  for (let number = 0; left < 320; number += 1) {
    const outer = radii[number % 2] ?? 32;
    for (let radius = outer; radius > 7; radius -= step) {
      lines += arch(left + outer - radius, base, radius);
    }
    if (number === filled) shape = `${arch(left, base, outer)}z`;
    left += 2 * outer + 8;
  }
  return { lines, shape };
}

/** Four sheets side by side, each with quarter rings about one of its corners. */
function drawSheets(pick: Pick): CoverDrawing {
  const step = 16 + 2 * pick(3);
  const filled = 1 + pick(2);
  let lines = '';
  let shape = '';
  for (let sheet = 0; sheet < 4; sheet += 1) {
    const isRight = pick(2) === 1;
    const isLow = pick(2) === 1;
    const corner = `${80 * sheet + (isRight ? 80 : 0)} ${isLow ? 100 : 0}`;
    const [x, y] = [isRight ? -1 : 1, isLow ? -1 : 1];
    const turn = isRight === isLow ? 1 : 0;
    const quarter = (radius: number) =>
      `m${x * radius} 0a${radius} ${radius} 0 0 ${turn} ${-x * radius} ${y * radius}`;
    for (let radius = 76; radius > 10; radius -= step) lines += `M${corner}${quarter(radius)}`;
    if (sheet === filled) shape = `M${corner}${quarter(60)}L${corner}z`;
  }
  return { lines, shape };
}

/** Rings about one point below, as far as they reach. */
function drawWave(pick: Pick): CoverDrawing {
  const centre = 70 + 20 * pick(10);
  const base = 100 + 4 * pick(3);
  const step = 14 + 2 * pick(3);
  const first = 16 + 2 * pick(4);
  const furthest = Math.max(centre, 320 - centre) + 8;
  let lines = '';
  for (let radius = first; radius < furthest; radius += step) {
    lines += arch(centre - radius, base, radius);
  }
  const wide = first + step * (1 + pick(2));
  return { lines, shape: `${arch(centre - wide, base, wide)}z` };
}
