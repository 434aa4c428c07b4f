import { findNames } from './names';
import { inOneSpelling } from './normalise';
import { type Found, findEclis, findNumbers } from './numbers';
import { findProvisions } from './provisions';

const withFigures = [findEclis, findNumbers, findProvisions];

/**
 * What a text cites, in its order: decisions by identifier, number or name, and provisions. Of what
 * overlaps, the more certain is taken. An article within a range has no words of its own.
 */
export function recognise(original: string): Found[] {
  const { text, placeOf } = inOneSpelling(original);
  const isTaken = new Uint8Array(text.length);
  const found: Found[] = [];
  const finders = /\d/.test(text) ? [...withFigures, findNames] : [findNames];
  for (const find of finders) {
    for (const one of find(text)) {
      if (isTaken.subarray(one.start, one.end).includes(1)) continue;
      isTaken.fill(1, one.start, one.end);
      found.push(one);
    }
  }
  return found
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, end, key }) => {
      if (start < end) return { ...placeOf(start, end), key };
      const place = placeOf(start - 1, end).end;
      return { start: place, end: place, key };
    });
}
