import { type ReactNode, useEffect } from 'react';
import { createPath, useLocation, useNavigation } from 'react-router';
import { noteWantedPage } from '~/features/telemetry/error-tracking/client-errors';
import { useTranslate } from '~/i18n/translation-context';
import { usePageViews } from '~/features/telemetry/analytics/use-page-views';
import { ConsentPrompt } from '~/features/consent/consent-prompt';
import { ToastProvider } from '~/ui/dialog/toasts';
import { Footer } from './footer';
import { Header } from '~/layout/head/header';
import { NavigationFocus } from './navigation-focus';
import { Notices, PlainNotices } from './notices';
import { SessionGuard } from './session/session-guard';
import classes from './shell.module.css';
import { SideBar } from './side-bar';
import { useSite } from '~/site/site';

/** What stands around every page. */
export function Shell({ children }: { children: ReactNode }) {
  const t = useTranslate();
  const { pathname } = useLocation();
  usePageViews();
  useWantedPage();
  return (
    <ToastProvider label={t('toast.region')} closeLabel={t('toast.close')}>
      <a className={classes.skip} href="#content">
        {t('shell.skip')}
      </a>
      <ConsentPrompt />
      <SessionGuard>
        <div className={classes.frame}>
          <Header />
          <PrintedHead pathname={pathname} />
          <main id="content" tabIndex={-1} className={classes.main}>
            <PlainNotices />
            {children}
          </main>
          <SideBar />
          <Footer />
        </div>
      </SessionGuard>
      <NavigationFocus />
      <Notices />
    </ToastProvider>
  );
}

/** On paper, whose page it is and where it can be found again. */
function PrintedHead({ pathname }: { pathname: string }) {
  const site = useSite();
  if (!site) return null;
  return (
    <p className={classes.printed} data-printed-address aria-hidden="true">
      {site.config.association.name} · {site.config.origin}
      {pathname}
    </p>
  );
}

/** Keeps the address that the reader is on the way to. */
function useWantedPage(): void {
  const { location } = useNavigation();
  const address = location ? createPath(location) : null;
  useEffect(() => noteWantedPage(address), [address]);
}
