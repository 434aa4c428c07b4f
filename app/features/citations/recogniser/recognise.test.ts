import fc from 'fast-check';
import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { citationKey } from '~/features/citations/citation-key';
import { citedKeys, isProvisionKey, replaceCitations } from '~/features/citations/cited-in-text';
import judgments from './judgment-texts.json';
import { measure } from './measure';
import nationalSpellings from './national-spellings.json';
import { recognise } from './recognise';
import spellings from './spellings.json';
import { tables } from './tables';

const keysIn = (text: string): string[] => recognise(text).map(({ key }) => key);

const national = Object.entries(nationalSpellings).map(([state, { cited, uncited }]) => ({
  state,
  cited: Object.entries<string[]>(cited),
  uncited,
}));

const written: [string, string[]][] = [
  ...national.flatMap(({ cited }) => cited),
  ...national.flatMap(({ uncited }) => uncited.map((text): [string, string[]] => [text, []])),
  ...Object.entries(spellings.cited),
  ...spellings.uncited.map((text): [string, string[]] => [text, []]),
];

describe('what registrars write in eight languages', () => {
  const half = (rest: number) => written.filter((_one, index) => index % 2 === rest);
  test.each([
    ['the one half', half(0)],
    ['the other half', half(1)],
    ['texts of the 57 judgments', Object.entries(judgments)],
  ])('is recognised: %s', (name, texts) => {
    const { precision, recall, citations } = measure(texts);
    process.stdout.write(
      `${name}: ${citations} citations, precision ${precision.toFixed(4)}, recall ${recall.toFixed(4)}\n`,
    );
    expect(precision).toBeGreaterThanOrEqual(0.98);
    expect(recall).toBeGreaterThanOrEqual(0.95);
  });
});

test('a provision in the table is read as it says, and nothing where it says nothing', () => {
  const cited = Object.entries<string[]>(spellings.cited).filter(([, keys]) =>
    keys.every(isProvisionKey),
  );
  expect(cited.map(([text]) => [text, keysIn(text)])).toEqual(cited);
  expect(spellings.uncited.filter((text) => keysIn(text).some(isProvisionKey))).toEqual([]);
});

test.each(national)('$state: what is cited is read, and what looks similar is not', (one) => {
  expect(one.cited.map(([text]) => [text, keysIn(text)])).toEqual(one.cited);
  expect(one.uncited.filter((text) => keysIn(text).length > 0)).toEqual([]);
});

/** A record has neither the day of a decision nor the number of a document in the file. */
const asRecord = (number: string): string =>
  number.replace(/ din .* (?=\d{4}$)/, '/').replace(/(?<=^\d-\d+-\d+)\/\d+$/, '');

test.each(national)('$state: a record with a number has the key that texts give', ({ cited }) => {
  const found = cited.flatMap(([text]) =>
    recognise(text).map(({ start, end, key }) => ({ number: text.slice(start, end), key })),
  );
  for (const { number, key } of found.filter((one) => !isProvisionKey(one.key)))
    expect([...citedKeys(number), citationKey(asRecord(number))]).toContain(key);
});

const number = fc.tuple(fc.integer({ min: 1, max: 1999 }), fc.integer({ min: 89, max: 124 }));
const dash = fc.constantFrom('-', '\u2010', '\u2011', '\u2013', '\u2212', ' - ', '-\n', '\u00AD-');
const words = fc.constantFrom(
  'Case ',
  'affaire ',
  'Rechtssache ',
  'дело ',
  'υπόθεση ',
  'sprawa ',
  '(',
);

test('a number of the Court is the same however its dash and its blanks are written', () => {
  fc.assert(
    fc.property(
      number,
      dash,
      words,
      fc.constantFrom('C', 'T'),
      ([serial, year], sign, before, court) => {
        const short = String(year % 100).padStart(2, '0');
        const text = `${before}${court}${sign}${serial}/${short}, paragraph 12`;
        expect(keysIn(text)).toEqual([`${court}${serial}/${short}`]);
      },
    ),
  );
});

test('what is recognised is in order, does not overlap, and nothing of the text is lost', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      ...written.map(([text]) => text),
      ' ',
      ', ',
      '\u00AD',
      'e\u0301',
      '-',
      'C-',
      'Art. ',
    ),
    fc.string({ unit: 'grapheme', maxLength: 8 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const text = pieces.join('');
      let last = 0;
      for (const { start, end } of recognise(text)) {
        expect(start).toBeGreaterThanOrEqual(last);
        expect(end).toBeLessThanOrEqual(text.length);
        last = end;
      }
      expect(replaceCitations(text, (same) => same)).toBe(text);
    }),
  );
});

test('a provision is the same in the words of each language', () => {
  const said: ((article: number, paragraph: number, place: number) => string)[] = [
    (a, p, l) => `Article ${a}(${p})(${'abcdef'[l]}) GDPR`,
    (a, p, l) => `article ${a}, paragraphe ${p}, sous ${'abcdef'[l]}), du RGPD`,
    (a, p, l) => `Art. ${a} Abs. ${p} Buchst. ${'abcdef'[l]} DSGVO`,
    (a, p, l) => `articolo ${a}, paragrafo ${p}, lettera ${'abcdef'[l]}), del RGPD`,
    (a, p, l) => `artículo ${a}, apartado ${p}, letra ${'abcdef'[l]}), del RGPD`,
    (a, p, l) => `art. ${a} ust. ${p} lit. ${'abcdef'[l]} RODO`,
    (a, p, l) => `член ${a}, параграф ${p}, буква ${'абвгде'[l]}) от ОРЗД`,
    (a, p, l) => `άρθρο ${a} παρ. ${p} στοιχ. ${['α', 'β', 'γ', 'δ', 'ε', 'στ'][l]}΄ ΓΚΠΔ`,
  ];
  const upTo = (max: number) => fc.integer({ min: 1, max });
  fc.assert(
    fc.property(upTo(99), upTo(12), fc.integer({ min: 0, max: 5 }), (article, paragraph, place) => {
      const expected = `gdpr/${article}/${paragraph}/${'abcdef'[place]}`;
      for (const say of said) expect(keysIn(say(article, paragraph, place))).toEqual([expected]);
    }),
  );
});

test.each([
  ['Article 7 of the Charter, Article 82(1) of Regulation (EU) 2016/679', 'gdpr/82/1'],
  ['Article 7 of the Charter, point (f) of Article 6(1) GDPR', 'gdpr/6/1/f'],
  ['article 7 de la Charte, article 82 du RGPD', 'gdpr/82'],
  ['Artikel 7 der Charta, Artikel 82 Absatz 1 DSGVO', 'gdpr/82/1'],
  // Whose article 8 is, nothing says.
  ['Article 7 of the Charter, Article 8 thereof'],
])('of "%s" each article belongs to the act behind it', (text, ...more) => {
  expect(keysIn(text)).toEqual(['charter/7', ...more]);
});

test.each([
  'C-',
  'C-1/',
  'Art. ',
  'Art. 1, ',
  'art. 6 ust. ',
  'ECLI:EU:C:',
  ' v. ',
  'no. 1 ',
  'CE, n° ',
  'the Aa ',
])('a megabyte of "%s" is read before the test times out, and cites nothing', (piece) => {
  expect(recognise(piece.repeat(1_000_000 / piece.length))).toEqual([]);
});

test('texts are rendered anew by every table that the recogniser reads', () => {
  const files = readdirSync('app/features/citations/recogniser/tables');
  const names = files.map((file) => file.replace('.json', '')).filter((name) => name !== 'months');
  expect(Object.keys(tables).toSorted()).toEqual(names.toSorted());
});
