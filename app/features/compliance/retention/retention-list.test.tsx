import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { TranslationProvider } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { RetentionList, type ShownRow } from './retention-list';

const common = { why: 'membership', seenBy: 'administrators', kept: { rule: 'account' } } as const;

test('each kind of record is one closed line with what it holds, each field named once', () => {
  const rows: ShownRow[] = [
    { ...common, name: 'users', personal: ['firstName', 'search', 'textWords'] },
    { ...common, name: 'courts', personal: [] },
  ];
  const shown = renderToStaticMarkup(
    <TranslationProvider language="en" translate={translateIn('en')}>
      <RetentionList rows={rows} />
    </TranslationProvider>,
  );
  expect(shown.match(/<details/g)).toHaveLength(2);
  expect(shown).not.toContain('open=""');
  expect(shown).toContain('>2 kinds of personal data<');
  expect(shown).toContain('>no personal data<');
  expect(shown.match(/search index/g)).toHaveLength(1);
});
