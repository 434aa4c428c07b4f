import { useEffect } from 'react';
import { isRouteErrorResponse, Link, useRevalidator } from 'react-router';
import type { TextKey } from '~/i18n/translate';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatDate, formatInstant, siteZone } from '~/lib/format/format-date';
import classes from './error-page.module.css';
import { useSite } from '~/site/site';
import { useToast } from '~/ui/dialog/toasts';

const texts: Record<number, { title: TextKey; text: TextKey }> = {
  404: { title: 'not-found.title', text: 'not-found.text' },
  410: { title: 'expired.title', text: 'expired.text' },
  503: { title: 'unavailable.title', text: 'unavailable.text' },
};

/** Refusals of which there is more to say than the status does. */
const tellingCodes: readonly TextKey[] = [
  'error.intranet-resource.could-not-get-intranet-resource',
  'error.intranet-resource.could-not-get-intranet-resources',
  'error.registration.invitation-used',
];

/** Where a page is there, though not for what it was asked for. */
const ownTitles: Partial<Record<TextKey, TextKey>> = {
  'error.registration.invitation-used': 'registration.invitation-answered',
};

/** Nothing is wrong: what was asked for has to wait, and the reader asks again. */
const busyCodes: readonly TextKey[] = ['error.export.busy', 'error.export.running'];
const busyTexts = { title: 'busy.title', text: 'failed.text' } as const;

/** Not found, not available, or failed: what happened, and what to do now. */
export function ErrorPage({ error }: { error: unknown }) {
  const t = useTranslate();
  const site = useSite();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  // An error of another kind was met while this very page was made.
  const requestId = isRouteErrorResponse(error) ? fieldIn(error, 'requestId') : site?.requestId;
  useReturn(error);
  const about = dataOf(error);
  const said = fieldIn(error, 'code') ?? about;
  const busy = busyCodes.find((code) => code === said);
  const code = busy ?? tellingCodes.find((telling) => telling === said);
  useToastOf(busy ? undefined : code);
  const { text, ...plain } = busy ? busyTexts : textsFor(status, about);
  const title = (code && ownTitles[code]) ?? plain.title;
  return (
    <article className={classes.page}>
      <title>{`${t(title)} – ${site?.config.association.shortName ?? ''}`}</title>
      <meta name="robots" content="noindex" />
      <h1>{t(title)}</h1>
      <p>{t(code ?? text)}</p>
      {status === 410 && <Withdrawal facts={about} />}
      {status === 410 && <End facts={about} />}
      {status >= 500 && !busy && requestId && (
        <p className={classes.request}>{t('failed.request', { id: requestId })}</p>
      )}
      <p>
        {busy ? (
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

const withdrawnDecision = {
  title: 'withdrawn-decision.title',
  text: 'withdrawn-decision.text',
} as const;

const textsFor = (status: number, about: unknown) =>
  about === 'error.decision.withdrawn'
    ? withdrawnDecision
    : status === 410 && isWithdrawn(about)
      ? withdrawnTexts
      : (texts[status] ?? { title: 'failed.title' as const, text: 'failed.text' as const });

const isBusy = (error: unknown) => busyCodes.some((code) => code === dataOf(error));
const dataOf = (error: unknown): unknown => (isRouteErrorResponse(error) ? error.data : null);

/** How often a page that a cut line or an outage took away is asked for again, in milliseconds. */
const pause = { cut: 2_000, outage: 5_000 };

/** A page that could not be fetched comes back by itself once it can. */
function useReturn(error: unknown): void {
  const { revalidate, state } = useRevalidator();
  // What `fetch` throws when there is no connection (Fetch Standard, 5.6).
  const isCut = error instanceof TypeError && /fetch|network|load failed/i.test(error.message);
  const isOutage = isRouteErrorResponse(error) && error.status === 503 && !isBusy(error);
  const wait = isCut ? pause.cut : isOutage ? pause.outage : null;
  useEffect(() => {
    if (wait === null || state !== 'idle') return;
    const timer = setTimeout(() => void revalidate(), wait);
    return () => clearTimeout(timer);
  }, [wait, state, revalidate]);
}

const withdrawnTexts = { title: 'withdrawn.title', text: 'withdrawn.text' } as const;

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

/** Until when a text was shown that was meant for some time only. */
function End({ facts }: { facts: unknown }) {
  const t = useTranslate();
  const language = useLanguage();
  const isEnd = typeof facts === 'object' && facts !== null && 'until' in facts;
  if (!isEnd || typeof facts.until !== 'string') return null;
  const when = formatInstant(new Date(facts.until), language, siteZone);
  return <p>{t('expired.when', { when })}</p>;
}

/** What an error of the server brings along: its code, and the id under which the log has it. */
function fieldIn(error: unknown, name: 'code' | 'requestId'): string | undefined {
  const about = dataOf(error);
  if (typeof about !== 'object' || about === null) return undefined;
  const value: unknown = Reflect.get(about, name);
  return typeof value === 'string' ? value : undefined;
}
