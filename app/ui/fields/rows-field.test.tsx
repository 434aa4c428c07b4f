import { expect, test } from 'vitest';
import { translateIn } from '~/i18n/translations.server';
import { RowsField } from './rows-field';
import { markupOf } from '../../../tests/support/site/markup-of';

const numbered = (number: number) => `Link ${number}`;
const texts = {
  empty: 'None.',
  add: 'Add',
  row: numbered,
  remove: numbered,
  up: numbered,
  down: numbered,
};

/** One row of which a cell has several values. */
const severalMarkup = (speakers: string, errors: Record<string, string> = {}) =>
  markupOf(
    <RowsField
      name="sessions"
      label="Programme"
      errors={errors}
      defaultRows={[{ speakers }]}
      newRow={() => ({ speakers: '' })}
      texts={texts}
      columns={[
        {
          name: 'speakers',
          label: 'Speakers',
          kind: 'several',
          several: { one: (number) => `Speaker ${number}`, add: 'Add one', remove: numbered },
        },
      ]}
    />,
  );

function rowsMarkup(errors: Record<string, string>, defaultRows = [{ label: 'A', url: 'b' }]) {
  return markupOf(
    <RowsField
      name="links"
      label="Links"
      errors={errors}
      defaultRows={defaultRows}
      newRow={() => ({ label: '', url: '' })}
      texts={texts}
      columns={[
        { name: 'label', label: 'Words', kind: 'text' },
        { name: 'url', label: 'Address', kind: 'text' },
      ]}
    />,
  );
}

test('each cell is a field of its own, and without scripts there are empty rows', () => {
  const [withScripts = '', spare = ''] = rowsMarkup({}).split('<noscript>');
  expect(withScripts).toContain('name="links.0.label" value="A"');
  expect(spare).toContain('name="links.1.url"');
  expect(spare).toContain('name="links.2.url"');
});

test('what is wrong is said at its cell, else at the whole field', () => {
  const atCell = rowsMarkup({ links: 'form.required', 'links.0.url': 'form.required' });
  expect(atCell.match(/aria-invalid="true"/g)).toHaveLength(1);
  expect(atCell).toContain('Fill in “Address”.');
  expect(rowsMarkup({ links: 'form.too-long' })).not.toContain('aria-invalid');
  expect(rowsMarkup({ links: 'form.too-long' })).toContain('-error"');
});

test('what is wrong with a row as a whole is said in that row', () => {
  const markup = rowsMarkup({ links: 'form.ends-before', 'links.0': 'form.ends-before' });
  expect(markup).toContain(translateIn('en')('form.ends-before'));
  expect(markup).not.toContain('aria-invalid');
});

test('each of several values is a field of its own, and without scripts there are empty ones', () => {
  const [withScripts = '', spare = ''] = severalMarkup('Ada\nBo').split('<noscript>');
  expect(withScripts).toContain('value="Ada"');
  expect(withScripts).toContain('value="Bo"');
  expect(spare.match(/name="sessions.0.speakers"[^>]*value=""/g)).toHaveLength(2);
  expect(severalMarkup('').split('<noscript>')[0]).toContain('aria-label="Speaker 1"');
  // A browser ends the outer one where an inner one ends.
  expect(severalMarkup('')).not.toMatch(/<noscript>(?:(?!<\/noscript>).)*<noscript>/);
});

test('what is wrong with one of several values is said at its field, else at the cell', () => {
  const place = 'sessions.0.speakers';
  const atField = severalMarkup('Ada\nBo', {
    sessions: 'form.too-long',
    [`${place}.1`]: 'form.too-long',
  });
  expect(atField.match(/aria-invalid="true"/g)).toHaveLength(1);
  expect(atField).toMatch(new RegExp(`id="field-${place}.1"[^>]*aria-invalid`));
  const atCell = severalMarkup('Ada', { sessions: 'form.choose', [place]: 'form.choose' });
  expect(atCell).toContain(`id="field-${place}-error"`);
});
