import type { Actor } from './actor';
import type { TextKey } from '~/i18n/translate';
import { can, type Permission } from './permissions';

export type AdministrationPage = {
  path: string;
  label: TextKey;
  permission: Permission;
  /** Another address of the page; what lies below it is part of this one. */
  alsoAt?: string;
};

export type AdministrationGroup = {
  label: TextKey | null;
  entries: readonly AdministrationPage[];
};

/** The pages of the administration, in the order of the sub-navigation. */
export const administrationGroups: readonly AdministrationGroup[] = [
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
      {
        path: '/administration/users',
        label: 'users.title',
        permission: 'user.list',
        alsoAt: '/user',
      },
      { path: '/administration/proposals', label: 'proposals.title', permission: 'user.update' },
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

/** The pages of the administration that this actor may open. */
export function administrationPages(actor: Actor): AdministrationPage[] {
  return administrationGroups
    .flatMap(({ entries }) => entries)
    .filter(({ permission }) => can(actor, permission));
}
