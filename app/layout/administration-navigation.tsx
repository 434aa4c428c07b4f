import { NavLink } from 'react-router';
import type { Actor } from '~/actor';
import type { TextKey } from '~/i18n/translate';
import { useTranslate } from '~/i18n/translation-context';
import { can, type Permission } from '~/permissions';
import classes from './administration-navigation.module.css';

type Entry = { path: string; label: TextKey; permission: Permission };

/** The pages of the administration, in the order of the sub-navigation. */
const entries: readonly Entry[] = [
  { path: '/administration', label: 'administration.home', permission: 'administration.read' },
  {
    path: '/administration/applications',
    label: 'applications.title',
    permission: 'application.review',
  },
  { path: '/administration/events', label: 'event-editor.title', permission: 'event.manage' },
  { path: '/administration/content', label: 'content.title', permission: 'content.edit' },
  { path: '/administration/flags', label: 'review.queue', permission: 'flag.review' },
  { path: '/administration/users', label: 'users.title', permission: 'user.list' },
  { path: '/user', label: 'user.title', permission: 'user.read-record' },
  {
    path: '/administration/intranet',
    label: 'intranet.title-admin',
    permission: 'intranet.read-admin',
  },
  {
    path: '/administration/forum',
    label: 'category.administration',
    permission: 'forum.administer',
  },
  { path: '/administration/files', label: 'files.title', permission: 'intranet.manage' },
  {
    path: '/administration/newsletters',
    label: 'newsletters.title',
    permission: 'newsletter.manage',
  },
  {
    path: '/administration/processing',
    label: 'register.title',
    permission: 'data.read-register',
  },
  { path: '/administration/statistics', label: 'statistics.title', permission: 'statistics.read' },
  { path: '/administration/errors', label: 'errors.title', permission: 'fault.read' },
  { path: '/administration/audit', label: 'audit.title', permission: 'audit.read' },
  { path: '/administration/health', label: 'health.title', permission: 'health.read' },
  { path: '/administration/guide', label: 'guide.nav', permission: 'administration.read' },
  { path: '/administration/outbox', label: 'outbox.title', permission: 'outbox.read' },
];

/** The paths of the pages that this actor may open. */
export function administrationPaths(actor: Actor): string[] {
  return entries.filter(({ permission }) => can(actor, permission)).map(({ path }) => path);
}

/** Leads from one page of the administration to the others. */
export function AdministrationNavigation({ paths }: { paths: readonly string[] }) {
  const t = useTranslate();
  return (
    <nav className={classes.navigation} aria-label={t('administration.navigation')}>
      <ul>
        {entries
          .filter(({ path }) => paths.includes(path))
          .map(({ path, label }) => (
            <li key={path}>
              <NavLink to={path} end={path === '/administration'}>
                {t(label)}
              </NavLink>
            </li>
          ))}
      </ul>
    </nav>
  );
}
