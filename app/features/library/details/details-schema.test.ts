import { expect, test } from 'vitest';
import { metadataSchema } from '~/features/library/resources/resource-metadata';
import { parseForm } from '~/lib/forms/form';
import { detailLists, detailsSchema, metadataOf } from './details-schema';

function read(ecli: string, others: Record<string, string[]> = {}) {
  const form = new FormData();
  const names =
    'description language author tags country court caseNumber decidedOn publishedOn type articles keywords outcome fineAmount fineCurrency appealFrom appealTo sourceUrl anonymised anonymisedBy';
  for (const name of names.split(' ')) form.set(name, '');
  form.set('version', '1');
  form.set('title', 'Judgment');
  form.set('kind', 'judgment');
  form.set('ecli', ecli);
  for (const [name, values] of Object.entries(others)) {
    form.delete(name);
    for (const value of values) form.append(name, value);
  }
  return parseForm(detailsSchema, form, detailLists);
}

test.each([
  ['ecli:eu:c:2014:317', 'ECLI:EU:c:2014:317'],
  ['DPJ:DE:BGH:2024:VIZR10.24', 'DPJ:DE:BGH:2024:VIZR10.24'],
])('%s names the decision that a document belongs to', (typed, kept) => {
  const result = read(typed);
  const metadata = result.ok ? metadataOf(result.data) : null;
  expect(metadata).toMatchObject({ judgment: { ecli: kept } });
  expect(metadataSchema.parse(metadata)).toEqual(metadata);
});

test.each(['ECLI:EU:C', 'VI ZR 10/24', 'DPJ:', 'DPJ:DE:BGH 2024', 'DPJ:DE/BGH'])(
  '%s names none, which is said at its field',
  (typed) => {
    expect(read(typed)).toMatchObject({ ok: false, fieldErrors: { ecli: 'form.ecli' } });
  },
);

test('each value comes from a field of its own, and commas in one separate too', () => {
  const result = read('', { tags: ['erasure ', '', 'consent, erasure; profiling'] });
  expect(result).toMatchObject({ data: { tags: ['erasure', 'consent', 'profiling'] } });
});

test('what is wrong with one value is said at its field, counted as they are shown again', () => {
  const long = 'x'.repeat(61);
  const result = read('', { articles: ['Art. 6, Art. 7', '', long] });
  expect(result).toMatchObject({
    ok: false,
    fieldErrors: { 'articles.3': 'form.too-long' },
    values: { articles: `Art. 6, Art. 7,,${long}` },
  });
  const many = Array.from({ length: 41 }, (_, number) => `Art. ${number}`);
  const refused = read('', { articles: many });
  expect(refused).toMatchObject({ ok: false, fieldErrors: { articles: 'form.too-long' } });
});

test.each([
  'https://[bad',
  'https://',
  'www.court.example/x',
  'javascript:alert(1)',
  'https://a b',
])('%s is no address of a source', (sourceUrl) => {
  expect(read('', { sourceUrl: [sourceUrl] })).toMatchObject({
    fieldErrors: { sourceUrl: 'form.web-address' },
  });
});

test('an address of a source that is taken can be kept', () => {
  const sourceUrl = 'https://court.example/cases?id=1#text';
  const result = read('', { sourceUrl: [sourceUrl] });
  const metadata = result.ok ? metadataOf(result.data) : null;
  expect(metadataSchema.parse(metadata)).toMatchObject({ judgment: { sourceUrl } });
});

test('a currency without an amount is not dropped unseen', () => {
  expect(read('', { fineCurrency: ['EUR'] })).toMatchObject({
    fieldErrors: { fineAmount: 'form.amount' },
  });
  expect(read('', { fineCurrency: ['EUR'], fineAmount: ['15000'] })).toMatchObject({ ok: true });
});

test.each(['Euro', '12', '€'])('the currency %s is asked for in letters', (currency) => {
  expect(read('', { fineCurrency: [currency], fineAmount: ['5'] })).toMatchObject({
    fieldErrors: { fineCurrency: 'form.currency' },
  });
});

test('a date in other words says how to enter it', () => {
  expect(read('', { decidedOn: ['20.11.2026'] })).toMatchObject({
    fieldErrors: { decidedOn: 'form.day' },
  });
});
