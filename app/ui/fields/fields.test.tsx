import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CheckField, CheckGroup, RadioField } from './choices';
import { translateIn } from '~/i18n/translations.server';
import { LongTextField, SelectField, TextField } from './fields';
import { markupOf } from '../../../tests/support/site/markup-of';

const choices = [
  { value: 'judge', label: 'Judge' },
  { value: 'other', label: 'Other' },
];
const parts = { name: 'field', label: 'Field' };

const kinds: [string, (error?: string) => ReactElement, number][] = [
  ['one line', (error) => <TextField {...parts} error={error} />, 1],
  ['several lines', (error) => <LongTextField {...parts} error={error} />, 1],
  ['a menu', (error) => <SelectField {...parts} choices={choices} error={error} />, 1],
  ['one of a few', (error) => <RadioField {...parts} choices={choices} error={error} />, 2],
  [
    'several of a few',
    (error) => <CheckGroup {...parts} choices={choices} chosen={['other']} error={error} />,
    2,
  ],
  ['a box', (error) => <CheckField {...parts} error={error} />, 1],
];

test.each(kinds)('%s says on each of its inputs that it is wrong, and why', (_, field, inputs) => {
  const wrong = renderToStaticMarkup(field('Choose one.'));
  expect(wrong.match(/aria-invalid="true"/g)).toHaveLength(inputs);
  const [, described] = /aria-describedby="([^"]+)"/.exec(wrong) ?? [];
  expect(wrong).toContain(`id="${described}" class="`);
  expect(wrong).toContain('>Choose one.<');
  expect(renderToStaticMarkup(field())).not.toContain('aria-invalid');
});

test('what was chosen is ticked, and nothing else', () => {
  const ticked = (field: ReactElement) =>
    [...renderToStaticMarkup(field).matchAll(/<input[^>]*checked=""[^>]*>/g)].map(
      ([input]) => /value="([^"]+)"/.exec(input)?.[1],
    );
  expect(ticked(<RadioField {...parts} choices={choices} defaultValue="other" />)).toEqual([
    'other',
  ]);
  expect(ticked(<RadioField {...parts} choices={choices} />)).toEqual([]);
  expect(ticked(<CheckGroup {...parts} choices={choices} chosen={['judge', 'other']} />)).toEqual([
    'judge',
    'other',
  ]);
});

test.each([
  ['en', 'Fill in “Court”.', 'Tick “I agree”.'],
  ['fr', 'Remplissez «\u00a0Court\u00a0».', 'Cochez «\u00a0I agree\u00a0».'],
  ['de', 'Füllen Sie „Court“ aus.', 'Kreuzen Sie „I agree“ an.'],
] as const)('a refusal that fits every field names its field, in %s', (language, field, box) => {
  const translate = translateIn(language);
  const error = translate('form.required');
  const shown = markupOf(
    <>
      <TextField name="court" label="Court" error={error} />
      <CheckField name="agreed" label="I agree." error={error} />
      <TextField name="other" label="Other" error={translate('form.email')} />
    </>,
    language,
  );
  expect(shown).toContain(`>${field}<`);
  expect(shown).toContain(`>${box}<`);
  expect(shown).toContain(`>${translate('form.email')}<`);
});

test('a refusal names a field without the question mark of its label, nor the space before it', () => {
  const translate = translateIn('fr');
  const shown = markupOf(
    <TextField name="meal" label={'Repas\u00a0?'} error={translate('form.required')} />,
    'fr',
  );
  expect(shown).toContain('>Remplissez «\u00a0Repas\u00a0».<');
});
