import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { createTranslate } from '~/i18n/translate';
import { TranslationProvider } from '~/i18n/translation-context';
import { translations } from '~/i18n/translations.server';
import { NewsletterSteps } from './newsletter-steps';

const newsletter = { id: 'a', version: 3, subject: 'Good news', sendAt: null } as const;

/** What the page has before any script runs. */
function shown(status: 'draft' | 'sent'): string {
  const element = <NewsletterSteps newsletter={{ ...newsletter, status }} />;
  return renderToStaticMarkup(
    <TranslationProvider language="en" translate={createTranslate('en', translations.en)}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />
    </TranslationProvider>,
  );
}

test('a draft can be deleted without scripts, after a question that names it', () => {
  const deletion = /<details.*<\/details>/s.exec(shown('draft'))?.[0] ?? '';
  expect(deletion).toContain('<summary>Delete draft</summary>');
  expect(deletion).toContain('“Good news” will be deleted');
  expect(deletion).toMatch(/<form [^>]*method="post".*<button type="submit"[^>]* value="delete"/s);
  expect(deletion).toContain('name="version" value="3"');
  expect(shown('sent')).not.toContain('<details');
});

test('its buttons have classes that exist', () => {
  expect(shown('draft')).not.toMatch(/class="[^"]*undefined/);
});
