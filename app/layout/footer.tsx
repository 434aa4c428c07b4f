import { useLocation } from 'react-router';
import { openConsentDialog } from '~/features/consent/consent';
import { useTranslate } from '~/i18n/translation-context';
import type { MenuLabel as Label, NavigationItem } from '~/policy/navigation';
import { MenuLabel } from '~/site/menu/menu-label';
import { useMenu } from '~/site/menu/use-menu';
import classes from './footer.module.css';
import { useSite } from '~/site/site';
import { SiteLink } from '~/ui/site-link';
import { SmartLink } from '~/ui/smart-link';
import { FooterLines } from '~/site/menu/footer-lines';

export function Footer() {
  const site = useSite();
  if (!site) return null;
  return (
    <footer className={classes.footer}>
      <Inner site={site} />
    </footer>
  );
}

function Inner({ site }: { site: NonNullable<ReturnType<typeof useSite>> }) {
  const t = useTranslate();
  const menu = useMenu();
  const { pathname } = useLocation();
  const { association, consent, flags } = site.config;
  const hasDecisions = flags.publicDecisions || site.reader.role !== 'UNAUTHENTICATED';
  return (
    <div className={classes.inner}>
      <div className={classes.columns}>
        <address className={classes.address}>
          <strong>{association.name}</strong>
          <span>{association.address}</span>
          <a href={`mailto:${association.email}`}>{association.email}</a>
          <span>{t('footer.vat', { number: association.vat })}</span>
        </address>
        <FooterLines lines={site.config.footer} />
        <ul className={classes.legal} aria-label={t('footer.legal')}>
          {hasDecisions && (
            <li>
              <SiteLink to="/decisions">{t('footer.decisions')}</SiteLink>
            </li>
          )}
          <li>
            <SiteLink to="/newsletter">{t('footer.newsletter')}</SiteLink>
          </li>
          {flags.privacyPolicyLink && (
            <li>
              <SiteLink to="/privacy-policy">{t('footer.privacy-policy')}</SiteLink>
            </li>
          )}
          {flags.endUserAgreementLink && (
            <li>
              <SiteLink to="/end-user-agreement">{t('footer.end-user-agreement')}</SiteLink>
            </li>
          )}
          <li>
            <SiteLink
              to="/consent"
              onClick={(event) => {
                // The page says so where there is nothing to choose, and is the choice itself.
                const hasChoice = consent.services.some(({ isRequired }) => !isRequired);
                if (!hasChoice || pathname === '/consent') return;
                event.preventDefault();
                openConsentDialog();
              }}
            >
              {t('footer.cookies')}
            </SiteLink>
          </li>
        </ul>
      </div>
      <details className={classes.sitemap}>
        <summary>{t('footer.sitemap')}</summary>
        <nav aria-label={t('footer.sitemap')}>
          <Sitemap items={menu} />
        </nav>
      </details>
      <p className={classes.year}>
        © {site.year} {association.name}
      </p>
    </div>
  );
}

/** The routes that the present role may see. */
function Sitemap({ items }: { items: readonly NavigationItem<Label>[] }) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item.id}>
          {item.path ? (
            <SmartLink href={item.path}>
              <MenuLabel label={item.label} />
            </SmartLink>
          ) : (
            <span>
              <MenuLabel label={item.label} />
            </span>
          )}
          {item.items.length > 0 && <Sitemap items={item.items} />}
        </li>
      ))}
    </ul>
  );
}
