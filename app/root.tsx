import { useState } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router';
import { actorContext, isSignedIn } from '~/policy/actor';
import { config } from '~/config/config.server';
import { languageContext } from '~/i18n/language.server';
import { useTranslate } from '~/i18n/translation-context';
import { textOfKey } from '~/i18n/translate';
import { translateIn, translationsAddress } from '~/i18n/translations.server';
import { withPageTexts } from '~/i18n/page-texts';
import { ErrorPage } from '~/layout/error-page';
import { Shell } from '~/layout/shell';
import { findPublicProfile } from './features/identity/accounts/profile.server';
import { consentScript } from './features/consent/consent-choice';
import { themeScript } from './site/theme';
import { yearOf } from '~/lib/format/format-date';
import { noticesOf } from '~/answers/notices.server';
import { withShownEntries } from '~/site/menu/shown-entries.server';
import { publicConfig } from '~/site/public-config.server';
import { lostSessionContext, requestFactsContext } from '~/policy/request-context';
import { identify } from './layout/guards/identify.server';
import { useSite } from '~/site/site';
import { stayOnLostSession } from '~/site/stay-on-lost-session';
import { stayOnUnansweredForm } from '~/site/stay-on-unanswered-form';
import { keepDataOnOutage } from './ui/live/use-revalidate-with-retry';
import type { Route } from './+types/root';
import headingFont from '@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff2?url';
import textFont from '@fontsource/public-sans/files/public-sans-latin-400-normal.woff2?url';
import strongFont from '@fontsource/public-sans/files/public-sans-latin-600-normal.woff2?url';
import '~/ui/fonts.css';
import '~/ui/theme.css';

/** Those that every page shows at once. */
const preloadedFonts = [textFont, headingFont, strongFont];

export const middleware = [identify];

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  withPageTexts,
  ({ request }, next) => keepDataOnOutage(request, next),
  ({ request }, next) => stayOnLostSession(request, next),
  ({ request }, next) => stayOnUnansweredForm(request, next),
];

export async function loader({ request, context, pattern }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const language = context.get(languageContext);
  const lost = context.get(lostSessionContext);
  const pictures = config().flags.gravatar && config().flags.publicProfiles;
  const { nonce, requestId } = context.get(requestFactsContext);
  const kept = noticesOf(request.headers);
  const notices = lost ? [...kept, { id: requestId, kind: 'error' as const, key: lost }] : kept;
  const translate = translateIn(language);
  return {
    config: await withShownEntries(publicConfig(language)),
    language,
    texts: translationsAddress(language, pattern),
    reader: isSignedIn(actor)
      ? {
          id: actor.id,
          role: actor.role,
          email: actor.email,
          name: `${actor.firstName} ${actor.lastName}`,
          picture: pictures ? ((await findPublicProfile(actor.id))?.gravatarUrl ?? null) : null,
        }
      : { id: null, role: 'UNAUTHENTICATED' as const, email: null, name: null, picture: null },
    notices: notices.map((notice) => ({
      ...notice,
      text: textOfKey(translate, notice.key, { count: notice.count ?? 0 }),
    })),
    requestId,
    nonce,
    year: yearOf(new Date()),
  };
}

export function Layout({ children }: { children: React.ReactNode }) {
  const loaded = useSite();
  const nonce = import.meta.env.SSR ? loaded?.nonce : '';
  // Those of pages visited later are fetched when they are needed.
  const [firstTexts] = useState(loaded?.texts);
  const consent = loaded?.config.consent;
  const asked = consent?.services.some(({ isRequired }) => !isRequired) && consent.purposes;
  return (
    <html
      lang={loaded?.language ?? 'en'}
      data-texts={loaded?.texts}
      data-errors={loaded?.config.flags.errorTracking ? loaded.config.consent.purposes : undefined}
      data-languages={loaded?.config.languages.join(' ')}
      style={loaded?.config.colours}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta
          name="color-scheme"
          content={loaded?.config.flags.darkMode ? 'light dark' : 'light'}
        />
        <Icons logo={loaded?.config.association.logo} />
        {preloadedFonts.map((href) => (
          <link
            key={href}
            rel="preload"
            as="font"
            type="font/woff2"
            href={href}
            crossOrigin="anonymous"
          />
        ))}
        {loaded?.config.flags.darkMode && (
          <script nonce={nonce} suppressHydrationWarning>
            {themeScript}
          </script>
        )}
        {asked && (
          <script nonce={nonce} suppressHydrationWarning>
            {consentScript(asked)}
          </script>
        )}
        <Meta />
        <Links />
        {loaded && <FeedLinks language={loaded.language} />}
        {firstTexts && <link rel="preload" as="fetch" href={firstTexts} crossOrigin="anonymous" />}
      </head>
      <body data-dark-mode={loaded?.config.flags.darkMode ? 'on' : 'off'}>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

/** The logo of the association, else the emblem; browsers that draw no SVG take the other files. */
function Icons({ logo }: { logo: string | null | undefined }) {
  if (logo) {
    return (
      <>
        <link rel="icon" href={`${logo}?icon=32`} type="image/png" sizes="32x32" />
        <link rel="icon" href={`${logo}?icon=192`} type="image/png" sizes="192x192" />
        <link rel="apple-touch-icon" href={`${logo}?icon=180`} />
      </>
    );
  }
  return (
    <>
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
    </>
  );
}

/** Lets readers of feeds find those of the page's language. */
function FeedLinks({ language }: { language: string }) {
  const t = useTranslate();
  return (
    <>
      <link
        rel="alternate"
        type="application/atom+xml"
        title={`${t('feeds.title')} (Atom)`}
        href={`/feeds/atom/${language}`}
      />
      <link
        rel="alternate"
        type="application/feed+json"
        title={`${t('feeds.title')} (JSON)`}
        href={`/feeds/json/${language}`}
      />
    </>
  );
}

export default function Root() {
  return (
    <Shell>
      <Outlet />
    </Shell>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Shell>
      <ErrorPage error={error} />
    </Shell>
  );
}
