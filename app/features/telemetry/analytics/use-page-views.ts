import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useConsent } from '~/features/consent/consent';
import { useLanguage } from '~/i18n/translation-context';
import { asksNotToBeTracked } from '~/features/consent/asks-not-to-be-tracked';
import { useSite } from '~/site/site';
import { countedPattern } from './counted-pages';

/** The referrer is sent once per app session. */
let isReferrerTold = false;
/** The page that was shown last: an error page stands in a tree of its own, and forgets nothing of it. */
let shown: string | undefined;

/**
 * Reports a page view for each completed route change after the first (spec section 2), when
 * analytics is on and agreed to.
 */
export function usePageViews(): void {
  const { pathname } = useLocation();
  const language = useLanguage();
  const isOn = useSite()?.config.flags.analytics === true;
  const consent = useConsent();
  const isAgreed = consent?.choices.analytics === true;
  useEffect(() => {
    const isFirst = shown === undefined;
    if (shown === pathname) return;
    shown = pathname;
    if (isFirst) return;
    const path = countedPattern(pathname);
    if (!isOn || !isAgreed || !path || asksNotToBeTracked()) return;
    const view = { path, language, referrer: isReferrerTold ? null : otherSite() };
    isReferrerTold = true;
    void fetch('/page-views', {
      method: 'POST',
      keepalive: true,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(view),
    }).catch(() => undefined);
  }, [pathname, isOn, isAgreed, language]);
}

/** The domain of the website that led here; null when it was this one, or is not known. */
function otherSite(): string | null {
  if (!URL.canParse(document.referrer)) return null;
  const { host, hostname } = new URL(document.referrer);
  return host === location.host ? null : hostname;
}
