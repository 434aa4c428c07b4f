import { useTranslate } from '~/i18n/translation-context';
import { useSite } from '~/site/site';
import classes from './side-bar.module.css';
import { SiteLink } from '~/ui/site-link';

/** Spec section 1: floating bar with the network page, the mail address and the way to join. */
export function SideBar() {
  const t = useTranslate();
  const site = useSite();
  if (!site) return null;
  const { networkUrl, email } = site.config.association;
  return (
    <aside className={classes.bar} aria-label={t('sidebar.label')}>
      <a className={classes.link} href={networkUrl} rel="noreferrer" title={t('sidebar.network')}>
        <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" fill="none">
          <path
            d="M7 10v7M7 7v.01M11 17v-7M11 13c0-2 1-3 3-3s3 1 3 3v4"
            stroke="currentColor"
            strokeWidth="2"
            strokeLinecap="round"
          />
          <rect
            x="2.5"
            y="2.5"
            width="19"
            height="19"
            rx="3"
            stroke="currentColor"
            strokeWidth="1.5"
          />
        </svg>
        <span className={classes.text}>{t('sidebar.network')}</span>
      </a>
      <a className={classes.link} href={`mailto:${email}`} title={t('sidebar.mail')}>
        <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" fill="none">
          <path
            d="M3 5h18v14H3zM3 6l9 7 9-7"
            stroke="currentColor"
            strokeWidth="1.75"
            strokeLinejoin="round"
          />
        </svg>
        <span className={classes.text}>{t('sidebar.mail')}</span>
      </a>
      <SiteLink className={classes.link} to="/membership" title={t('sidebar.join')}>
        <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" fill="none">
          <path
            d="M9.5 12a4 4 0 100-8 4 4 0 000 8zM2.5 20c1.2-3.5 3.9-5 7-5 1.6 0 3 .4 4.200 1.200M18 14v6M15 17h6"
            stroke="currentColor"
            strokeWidth="1.75"
            strokeLinecap="round"
          />
        </svg>
        <span className={classes.text}>{t('sidebar.join')}</span>
      </SiteLink>
    </aside>
  );
}
