import { useEffect } from 'react';
import { isRouteErrorResponse, Link, useRevalidator } from 'react-router';
import type { TextKey } from '~/i18n/translate';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatDate, formatInstant, siteZone } from '~/lib/format/format-date';
import classes from './error-page.module.css';
import { errorTexts, fieldIn, isWithdrawn } from './error-texts';
import { useSite } from '~/site/site';
import { useToast } from '~/ui/dialog/toasts';

/** Not found, not available, or failed: what happened, and what to do now. */
export function ErrorPage({ error }: { error: unknown }) {
  const t = useTranslate();
  const site = useSite();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  // An error of another kind was met while this very page was made.
  useReturn(error);
  const about = dataOf(error);
  const requestId = isRouteErrorResponse(error) ? fieldIn(about, 'requestId') : site?.requestId;
  const { title, text, code, isBusy } = errorTexts(status, about);
  useToastOf(isBusy ? undefined : code);
  return (
    <article className={classes.page}>
      <title>{`${t(title)} – ${site?.config.association.shortName ?? ''}`}</title>
      <meta name="robots" content="noindex" />
      <h1>{t(title)}</h1>
      <p>{t(text)}</p>
      {status === 410 && <Withdrawal facts={about} />}
      {status === 410 && <End facts={about} />}
      {status >= 500 && !isBusy && requestId && (
        <p className={classes.request}>{t('failed.request', { id: requestId })}</p>
      )}
      <p>
        {isBusy ? (
          <Link to="/settings/data">{t('settings.data')}</Link>
        ) : (
          <Link to="/">{t('not-found.home')}</Link>
        )}
      </p>
    </article>
  );
}

/** What a page says of itself is a toast as well (spec section 8). */
function useToastOf(code: TextKey | undefined): void {
  const t = useTranslate();
  const toast = useToast();
  useEffect(() => {
    if (code) toast({ kind: 'error', text: t(code) });
  }, [code, t, toast]);
}

const dataOf = (error: unknown): unknown => (isRouteErrorResponse(error) ? error.data : null);

/** How often a page that a cut line or an outage took away is asked for again, in milliseconds. */
const pause = { cut: 2_000, outage: 5_000 };

/** A page that could not be fetched comes back by itself once it can. */
function useReturn(error: unknown): void {
  const { revalidate, state } = useRevalidator();
  // What `fetch` throws when there is no connection (Fetch Standard, 5.6).
  const isCut = error instanceof TypeError && /fetch|network|load failed/i.test(error.message);
  const isOutage =
    isRouteErrorResponse(error) && error.status === 503 && !errorTexts(503, error.data).isBusy;
  const wait = isCut ? pause.cut : isOutage ? pause.outage : null;
  useEffect(() => {
    if (wait === null || state !== 'idle') return;
    const timer = setTimeout(() => void revalidate(), wait);
    return () => clearTimeout(timer);
  }, [wait, state, revalidate]);
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

/** Until when a text was shown that was meant for some time only. */
function End({ facts }: { facts: unknown }) {
  const t = useTranslate();
  const language = useLanguage();
  const isEnd = typeof facts === 'object' && facts !== null && 'until' in facts;
  if (!isEnd || typeof facts.until !== 'string') return null;
  const when = formatInstant(new Date(facts.until), language, siteZone);
  return <p>{t('expired.when', { when })}</p>;
}
