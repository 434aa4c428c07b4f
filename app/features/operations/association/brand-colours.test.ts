import fc from 'fast-check';
import { expect, test } from 'vitest';
import { brandColours, contrast, isColour, isReadable, leastContrast } from './brand-colours';

const colours = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, '0')}`);

// Figures of WCAG 2.2's own definition, as its contrast checkers give them.
test.each([
  ['#000000', '#ffffff', 21],
  ['#777777', '#ffffff', 4.48],
  ['#767676', '#ffffff', 4.54],
  ['#ff0000', '#ffffff', 4.0],
  ['#0000ff', '#ffffff', 8.59],
])('the contrast of %s and %s is %d', (one, other, ratio) => {
  expect(contrast(one, other)).toBeCloseTo(ratio, 1);
  expect(contrast(other, one)).toBe(contrast(one, other));
});

test.each([
  ['#14386b', 'light', true],
  ['#a9c8f5', 'dark', true],
  ['#a9c8f5', 'light', false],
  ['#14386b', 'dark', false],
  ['#777777', 'light', false],
] as const)('%s on %s pages: readable is %s', (colour, theme, expected) => {
  expect(isReadable(colour, theme)).toBe(expected);
});

test('no colour is readable that is too weak on any ground of its theme', () => {
  fc.assert(
    fc.property(colours, (colour) => {
      expect(leastContrast(colour, 'light')).toBeLessThanOrEqual(contrast(colour, '#f4f6f9'));
      expect(leastContrast(colour, 'dark')).toBeLessThanOrEqual(contrast(colour, '#1e2733'));
    }),
  );
});

test('each variable holds a colour, and what is not chosen has none', () => {
  fc.assert(
    fc.property(colours, (lightColour) => {
      const made = brandColours({ lightColour, darkColour: null });
      expect(Object.keys(made)).toEqual([
        '--brand-light',
        '--brand-light-strong',
        '--brand-light-tint',
      ]);
      expect(Object.values(made).every(isColour)).toBe(true);
    }),
  );
  expect(brandColours({ lightColour: null, darkColour: null })).toEqual({});
});
