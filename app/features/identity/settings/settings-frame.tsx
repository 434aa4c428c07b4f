import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { useTranslate } from '~/i18n/translation-context';
import classes from '~/ui/form.module.css';
import own from './settings-frame.module.css';

const pages = [
  { path: '/settings', label: 'settings.own' },
  { path: '/settings/security', label: 'settings.security' },
  { path: '/settings/following', label: 'settings.following' },
  { path: '/settings/data', label: 'settings.data' },
  { path: '/settings/audit', label: 'audit.own-title' },
] as const;

/** The heading and the way between the pages of the settings. */
export function SettingsFrame({ children, isWide }: { children: ReactNode; isWide?: boolean }) {
  const t = useTranslate();
  return (
    <div className={isWide ? classes.wide : `${classes.wide} ${own.settings}`}>
      <h1>{t('settings.title')}</h1>
      <nav aria-label={t('settings.title')}>
        <ul className={classes.tabs}>
          {pages.map(({ path, label }) => (
            <li key={path}>
              <NavLink to={path} end>
                {t(label)}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </div>
  );
}
