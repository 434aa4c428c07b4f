import { useId } from 'react';
import { NavLink, useLocation } from 'react-router';
import type { Actor } from '~/policy/actor';
import type { TextKey } from '~/i18n/translate';
import { useTranslate } from '~/i18n/translation-context';
import { can, type Permission } from '~/policy/permissions';
import classes from './administration-navigation.module.css';
import { Breadcrumb } from '~/ui/breadcrumb';

type Entry = { path: string; label: TextKey; permission: Permission };

type Group = { label: TextKey | null; entries: readonly Entry[] };

/** The pages of the administration, in the order of the sub-navigation. */
const groups: readonly Group[] = [
  {
    label: null,
    entries: [
      { path: '/administration', label: 'administration.home', permission: 'administration.read' },
      { path: '/administration/guide', label: 'guide.nav', permission: 'administration.read' },
    ],
  },
  {
    label: 'administration.group.people',
    entries: [
      {
        path: '/administration/applications',
        label: 'applications.title',
        permission: 'application.review',
      },
      { path: '/administration/users', label: 'users.title', permission: 'user.list' },
      { path: '/administration/proposals', label: 'proposals.title', permission: 'user.update' },
      { path: '/user', label: 'user.title', permission: 'user.read-record' },
    ],
  },
  {
    label: 'administration.group.publishing',
    entries: [
      { path: '/administration/content', label: 'content.title', permission: 'content.edit' },
      {
        path: '/administration/decisions',
        label: 'decision-editor.title',
        permission: 'decision.manage',
      },
      { path: '/administration/events', label: 'event-editor.title', permission: 'event.manage' },
      {
        path: '/administration/newsletters',
        label: 'newsletters.title',
        permission: 'newsletter.manage',
      },
      {
        path: '/administration/statistics',
        label: 'statistics.title',
        permission: 'statistics.read',
      },
    ],
  },
  {
    label: 'administration.group.members-area',
    entries: [
      { path: '/administration/flags', label: 'review.queue', permission: 'flag.review' },
      {
        path: '/administration/forum',
        label: 'category.administration',
        permission: 'forum.administer',
      },
      {
        path: '/administration/intranet',
        label: 'intranet.title-admin',
        permission: 'library.read-admin',
      },
    ],
  },
  {
    label: 'administration.group.oversight',
    entries: [
      { path: '/administration/audit', label: 'audit.title', permission: 'audit.read' },
      { path: '/administration/security', label: 'security-log.title', permission: 'audit.read' },
      {
        path: '/administration/processing',
        label: 'register.title',
        permission: 'data.read-register',
      },
      { path: '/administration/errors', label: 'errors.title', permission: 'fault.read' },
      { path: '/administration/files', label: 'files.title', permission: 'library.manage' },
      {
        path: '/administration/association',
        label: 'association.title',
        permission: 'association.manage',
      },
      { path: '/administration/health', label: 'health.title', permission: 'health.read' },
      { path: '/administration/outbox', label: 'outbox.title', permission: 'outbox.read' },
    ],
  },
];

/** The paths of the pages that this actor may open. */
export function administrationPaths(actor: Actor): string[] {
  return groups
    .flatMap(({ entries }) => entries)
    .filter(({ permission }) => can(actor, permission))
    .map(({ path }) => path);
}

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

/** Leads from a page that is in no menu back to the one under which it lies. */
export function AdministrationBreadcrumb({ paths }: { paths: readonly string[] }) {
  const t = useTranslate();
  const { pathname } = useLocation();
  const above = groups
    .flatMap(({ entries }) => entries)
    .find(({ path }) => pathname.startsWith(`${path}/`) && path !== '/administration');
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

function GroupOfPages({ label, entries }: Group) {
  const t = useTranslate();
  const id = useId();
  if (entries.length === 0) return null;
  return (
    <div className={classes.group}>
      {label && <p id={id}>{t(label)}</p>}
      <ul aria-labelledby={label ? id : undefined}>
        {entries.map((entry) => (
          <li key={entry.path}>
            <NavLink to={entry.path} end={entry.path === '/administration'}>
              {t(entry.label)}
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
