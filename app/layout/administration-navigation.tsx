import { useId } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { useTranslate } from '~/i18n/translation-context';
import {
  type AdministrationGroup,
  administrationGroups as groups,
} from '~/policy/administration-pages';
import classes from './administration-navigation.module.css';
import { Breadcrumb } from '~/ui/breadcrumb';

/**
 * Leads from one page of the administration to the others: beside the page where there is room,
 * else folded above it, closed again on each new page.
 */
export function AdministrationNavigation({ paths }: { paths: readonly string[] }) {
  const t = useTranslate();
  const { pathname } = useLocation();
  return (
    <nav className={classes.navigation} aria-label={t('administration.navigation')}>
      <details key={pathname}>
        <summary>{t('administration.navigation')}</summary>
        {groups.map(({ label, entries }) => (
          <GroupOfPages
            key={label}
            label={label}
            entries={entries.filter(({ path }) => paths.includes(path))}
          />
        ))}
      </details>
    </nav>
  );
}

const isUnder = (pathname: string, place: string) => pathname.startsWith(`${place}/`);

/** Leads from a page that is in no menu back to the one under which it lies. */
export function AdministrationBreadcrumb({ paths }: { paths: readonly string[] }) {
  const t = useTranslate();
  const { pathname } = useLocation();
  const above = groups
    .flatMap(({ entries }) => entries)
    .find(
      ({ path, alsoAt = path }) =>
        path !== '/administration' && [path, alsoAt].some((place) => isUnder(pathname, place)),
    );
  // The library has a way of its own, folder by folder.
  if (!above || above.path === '/administration/intranet' || !paths.includes(above.path)) {
    return null;
  }
  const steps = [
    { to: '/administration', title: t('administration.navigation') },
    { to: above.path, title: t(above.label) },
  ];
  return <Breadcrumb steps={steps} />;
}

/** Marked on the pages below it as well, some of which have an address of their own. */
function EntryLink({ path, alsoAt, label }: AdministrationGroup['entries'][number]) {
  const t = useTranslate();
  const { pathname } = useLocation();
  if (alsoAt && (pathname === alsoAt || isUnder(pathname, alsoAt)))
    return (
      <Link to={path} aria-current="true">
        {t(label)}
      </Link>
    );
  return (
    <NavLink to={path} end={path === '/administration'}>
      {t(label)}
    </NavLink>
  );
}

function GroupOfPages({ label, entries }: AdministrationGroup) {
  const t = useTranslate();
  const id = useId();
  if (entries.length === 0) return null;
  return (
    <div className={classes.group}>
      {label && <p id={id}>{t(label)}</p>}
      <ul aria-labelledby={label ? id : undefined}>
        {entries.map((entry) => (
          <li key={entry.path}>
            <EntryLink {...entry} />
          </li>
        ))}
      </ul>
    </div>
  );
}
