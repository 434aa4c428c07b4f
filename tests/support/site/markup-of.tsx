import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import type { Language } from '~/config/config.server';
import { TranslationProvider } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';

/** What the server sends of an element on a page of its own: there are links, forms and texts. */
export function markupOf(element: ReactNode, language: Language = 'en'): string {
  const Page = createRoutesStub([{ path: '/', Component: () => element }]);
  return renderToStaticMarkup(
    <TranslationProvider language={language} translate={translateIn(language)}>
      <Page />
    </TranslationProvider>,
  );
}
