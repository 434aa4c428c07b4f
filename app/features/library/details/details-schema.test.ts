import { expect, test } from 'vitest';
import { metadataSchema } from '~/features/library/resources/resource-metadata';
import { parseForm } from '~/lib/forms/form';
import { detailsSchema, metadataOf } from './details-schema';

function read(ecli: string) {
  const form = new FormData();
  const names =
    'description language author tags country court caseNumber decidedOn publishedOn type articles keywords outcome fineAmount fineCurrency appealFrom appealTo sourceUrl anonymised anonymisedBy';
  for (const name of names.split(' ')) form.set(name, '');
  form.set('version', '1');
  form.set('title', 'Judgment');
  form.set('kind', 'judgment');
  form.set('ecli', ecli);
  return parseForm(detailsSchema, form);
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
