import { useEffect } from 'react';
import { isRouteErrorResponse, Link, useRevalidator } from 'react-router';
import type { TextKey } from '~/i18n/translate';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatDate } from '~/lib/format-date';
import classes from './error-page.module.css';
import { useSite } from '~/site';

const texts: Record<number, { title: TextKey; text: TextKey }> = {
  404: { title: 'not-found.title', text: 'not-found.text' },
  410: { title: 'withdrawn.title', text: 'withdrawn.text' },
  503: { title: 'unavailable.title', text: 'unavailable.text' },
};

/** Not found, not available, or failed: what happened, and what to do now. */
export function ErrorPage({ error }: { error: unknown }) {
  const t = useTranslate();
  const site = useSite();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const requestId = site?.requestId ?? requestIdIn(error);
  useReturn(error);
  const { title, text } = texts[status] ?? { title: 'failed.title', text: 'failed.text' };
  return (
    <article className={classes.page}>
      <title>{`${t(title)} – ${site?.config.association.shortName ?? ''}`}</title>
      <meta name="robots" content="noindex" />
      <h1>{t(title)}</h1>
      <p>{t(text)}</p>
      {status === 410 && isRouteErrorResponse(error) && <Withdrawal facts={error.data} />}
      {status >= 500 && requestId && (
        <p className={classes.request}>{t('failed.request', { id: requestId })}</p>
      )}
      <p>
        <Link to="/">{t('not-found.home')}</Link>
      </p>
    </article>
  );
}

/** How often a page that a cut line took away is asked for again, in milliseconds. */
const pause = 2_000;

/** A page that could not be fetched because the line was cut comes back by itself. */
function useReturn(error: unknown): void {
  const { revalidate, state } = useRevalidator();
  // What `fetch` throws when there is no connection (Fetch Standard, 5.6).
  const isCut = error instanceof TypeError && /fetch|network|load failed/i.test(error.message);
  useEffect(() => {
    if (!isCut || state !== 'idle') return;
    const timer = setTimeout(() => void revalidate(), pause);
    return () => clearTimeout(timer);
  }, [isCut, state, revalidate]);
}

type Withdrawn = { title: string; reason: string; at: string | null };

/** By hand: on every page, a library for it would weigh more than all else of ours. */
function isWithdrawn(facts: unknown): facts is Withdrawn {
  return (
    typeof facts === 'object' &&
    facts !== null &&
    'title' in facts &&
    typeof facts.title === 'string' &&
    'reason' in facts &&
    typeof facts.reason === 'string' &&
    'at' in facts &&
    (facts.at === null || typeof facts.at === 'string')
  );
}

/** What was withdrawn, when, and why. */
function Withdrawal({ facts }: { facts: unknown }) {
  const t = useTranslate();
  const language = useLanguage();
  if (!isWithdrawn(facts)) return null;
  const { title, reason, at } = facts;
  return (
    <>
      <p>
        {at
          ? t('withdrawn.when', { title, date: formatDate(new Date(at), language) })
          : t('withdrawn.what', { title })}
      </p>
      <blockquote>{reason}</blockquote>
    </>
  );
}

/** Where nothing of the page could be loaded, the error itself brings the id along. */
function requestIdIn(error: unknown): string | undefined {
  const about: unknown = isRouteErrorResponse(error) ? error.data : null;
  const isNamed = typeof about === 'object' && about !== null && 'requestId' in about;
  return isNamed && typeof about.requestId === 'string' ? about.requestId : undefined;
}
