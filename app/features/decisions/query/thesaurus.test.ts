import { expect, test } from 'vitest';
import { topics } from '~/features/decisions/records/topics';
import entries from './thesaurus.json';
import { furtherTerms } from '~/features/decisions/query/concepts';
import { splitByThesaurus } from '~/features/decisions/query/thesaurus';

const foundBy = (query: string) => splitByThesaurus(query).flatMap(({ synonyms }) => synonyms);

test('a concept that answers the same question is found as well, and fits less', () => {
  const synonyms = foundBy('right to be forgotten');
  expect(synonyms).toContainEqual({ language: 'fr', text: "droit à l'oubli" });
  expect(synonyms).toContainEqual({ language: 'en', text: 'de-referencing', isRelated: true });
  expect(foundBy('Auslistung')).toContainEqual({
    language: 'en',
    text: 'right to be forgotten',
    isRelated: true,
  });
});

test('a term of several words is one part, whatever the ending of its words', () => {
  expect(splitByThesaurus('Speicherung auf Vorrat verboten').map(({ text }) => text)).toEqual([
    'Speicherung Vorrat',
    'verboten',
  ]);
});

test('a term is found with the words apart that a hyphen joins', () => {
  expect(splitByThesaurus('real time bidding').map(({ text }) => text)).toEqual([
    'real time bidding',
  ]);
});

test('a compound is about what it begins with, umlauts written with e', () => {
  expect(foundBy('Pruefungsleistung')).toContainEqual({ language: 'en', text: 'exam' });
  expect(foundBy('Prüfungswesen')).toContainEqual({ language: 'en', text: 'exam' });
  expect(foundBy('Datenschutzgrundverordnung')).toEqual([]);
});

test('words of a question say nothing, nor do two letters that are no capitals', () => {
  const telling = (query: string) =>
    splitByThesaurus(query)
      .filter(({ isNoise }) => !isNoise)
      .map(({ text }) => text);
  expect(telling('faut-il y a-t-il peut-elle Trabant')).toEqual(['Trabant']);
  expect(telling('може ли Трабант')).toEqual(['Трабант']);
  expect(telling('ZQ ab Trabant')).toEqual(['ZQ', 'Trabant']);
});

test('the thesaurus names topics of the vocabulary only', () => {
  const known: readonly string[] = topics;
  const named = entries.flatMap((entry: { topics?: string[] }) => entry.topics ?? []);
  expect(named.filter((topic) => !known.includes(topic))).toEqual([]);
});

test('a word of a further language finds what the English one does', () => {
  const found = foundBy('damages');
  expect(found).toContainEqual({ language: 'en', text: 'compensation' });
  for (const word of ['indemnização', 'kártérítés', 'skadestånd', 'vahingonkorvaus', 'odškodnění'])
    expect([word, foundBy(word)]).toEqual([word, found]);
});

test('the terms of each further language are those of a concept', () => {
  const known = new Set(entries.map(({ en: [first] }) => first));
  const named = Object.values(furtherTerms).flatMap((terms) => Object.keys(terms));
  expect(named.filter((concept) => !known.has(concept))).toEqual([]);
});

test('a term whose stem is that of another word is understood, and not looked for', () => {
  expect(foundBy('arts')).toContainEqual({ language: 'en', text: 'doctor' });
  expect(foundBy('arts')).not.toContainEqual({ language: 'nl', text: 'arts' });
});

test.each(['offer', 'receipt', 'grant', 'sale', 'care', 'face'])(
  'no word of another language makes something of "%s"',
  (word) => {
    const [part] = splitByThesaurus(word);
    expect(part).toEqual({ text: word, synonyms: [], topics: [], isNoise: false });
  },
);
