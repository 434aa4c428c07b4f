import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import { TranslationProvider } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import News from './news.route';

const nothing = {
  headlines: [],
  total: 0,
  page: 1,
  pages: 1,
  years: [2026, 2025],
  languages: ['en', 'fr'],
  feeds: [],
  year: null,
  language: null,
  categories: [],
  category: null,
  topics: [],
  topic: null,
  introduction: null,
};

/** The list of news in which nothing was found, with these choices. */
function shown(chosen: object): string {
  const loaderData = { ...nothing, ...chosen };
  const Stub = createRoutesStub([
    { id: 'news', path: '/', Component: News, loader: () => loaderData },
  ]);
  return renderToStaticMarkup(
    <TranslationProvider language="en" translate={translateIn('en')}>
      <Stub hydrationData={{ loaderData: { news: loaderData } }} />
    </TranslationProvider>,
  );
}

test('a year without news says so, and other choices name what to change', () => {
  expect(shown({ year: 2025 })).toContain('There is no news from 2025.');
  const other = 'No news matches your choice. Choose another year or language.';
  expect(shown({ year: 2025, language: 'fr' })).toContain(other);
  expect(shown({ language: 'fr' })).toContain(other);
});
