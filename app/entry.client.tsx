import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { catchErrors, reportCaught } from './features/telemetry/error-tracking/client-errors';
import { loadTexts } from '~/i18n/page-texts';
import { applyStoredLanguage } from '~/i18n/stored-language';
import { TranslationProvider } from '~/i18n/translation-context';

catchErrors();

/** The page is readable before; its texts come from the same file as on the server. */
async function hydrate(): Promise<void> {
  const { lang, dataset } = document.documentElement;
  if (applyStoredLanguage(lang, dataset.languages?.split(' ') ?? [])) return;
  const translate = await loadTexts(lang, dataset.texts ?? `/assets/i18n/${lang}.json`);
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <TranslationProvider language={lang} translate={translate}>
          <HydratedRouter onError={reportCaught} />
        </TranslationProvider>
      </StrictMode>,
    );
  });
}

// Without its texts the page stays what it is: plain HTML whose links and forms work.
hydrate().catch(() => undefined);
