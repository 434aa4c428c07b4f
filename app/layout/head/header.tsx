import { useLocation } from 'react-router';
import { useTranslate } from '~/i18n/translation-context';
import { DisclosureMenu } from '~/ui/dialog/disclosure-menu';
import classes from './header.module.css';
import { LanguageSwitch } from './language-switch';
import { Logo } from '~/site/logo';
import { MainMenu } from './main-menu';
import { useSite } from '~/site/site';
import { useMenu } from '~/site/menu/use-menu';
import { ThemeSwitch } from './theme-switch';
import { usePalette } from './use-palette';
import { UserMenu } from './user-menu';
import { SiteLink } from '~/ui/site-link';

export function Header() {
  return (
    <header className={classes.header}>
      <Bar />
    </header>
  );
}

function Bar() {
  const t = useTranslate();
  const site = useSite();
  const { pathname } = useLocation();
  const items = useMenu();
  const name = site?.config.association.shortName ?? '';
  const isSignedIn = Boolean(site?.reader.email);
  const { open, palette } = usePalette(isSignedIn);
  return (
    <div className={classes.bar}>
      <SiteLink to="/" className={classes.brand} aria-label={t('header.home', { name })}>
        <Logo picture={site?.config.association.logo ?? null} />
        <span className={classes.name}>{name}</span>
      </SiteLink>
      <MainMenu items={items} pathname={pathname} variant="desktop" />
      <div className={classes.tools}>
        <SiteLink
          to="/search"
          className={classes.toggle}
          aria-label={t('header.search')}
          aria-current={pathname === '/search' ? 'page' : undefined}
        >
          <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true" fill="none">
            <path
              d="M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5L20 20"
              stroke="currentColor"
              strokeWidth="1.75"
              strokeLinecap="round"
            />
          </svg>
        </SiteLink>
        {isSignedIn && <PaletteButton onOpen={open} />}
        {palette}
        {site && site.config.languages.length > 1 && (
          <LanguageSwitch languages={site.config.languages} current={site.language} />
        )}
        {site?.config.flags.darkMode && <ThemeSwitch />}
        {site && (
          <UserMenu email={site.reader.email} picture={site.reader.picture} onPalette={open} />
        )}
        <DisclosureMenu
          className={classes.mobile}
          summaryClassName={classes.toggle}
          label={t('header.menu')}
          summary={
            <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
              <path d="M3 6h18M3 12h18M3 18h18" stroke="currentColor" strokeWidth="2" />
            </svg>
          }
        >
          <MainMenu items={items} pathname={pathname} variant="mobile" />
        </DisclosureMenu>
      </div>
    </div>
  );
}

/** Says that there is a command palette and by which keys; in narrow windows the menu does. */
function PaletteButton({ onOpen }: { onOpen: () => void }) {
  const t = useTranslate();
  return (
    <button
      type="button"
      className={classes.palette}
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onOpen}
    >
      {t('palette.title')} <kbd aria-hidden="true">{t('palette.keys')}</kbd>
    </button>
  );
}
