import type { Page } from '@playwright/test';
import { type Account, emailOf, siteOrigin } from './accounts';
import { visit } from './fixtures';

type SitePage = {
  path: string;
  /** The account that sees it; absent: anybody. */
  account?: Account;
};

/** Every page there is, one of each kind. */
export const everyPage: readonly SitePage[] = [
  { path: '/' },
  { path: '/about' },
  { path: '/membership' },
  { path: '/membership/sent' },
  { path: '/membership/confirm/unknown' },
  { path: '/invitation/unknown' },
  { path: '/appeal/unknown/unknown' },
  { path: '/events/overview' },
  { path: '/events/annual-conference-2027' },
  { path: '/events/seminar-valletta-public-registers' },
  { path: '/events/deadline-call-conference-2027' },
  { path: '/news' },
  { path: '/news?year=2025&language=fr' },
  { path: '/news/lindqvist-reread' },
  { path: '/news/volkszaehlungsurteil' },
  { path: '/article/names-in-a-search-box' },
  { path: '/pages/working-groups' },
  { path: '/decisions' },
  { path: '/decisions?country=DE' },
  { path: '/decisions?q=zzzz' },
  { path: '/decisions/ECLI:EU:C:2023:370' },
  { path: '/decisions/ECLI:EU:C:2014:317', account: 'member' },
  { path: '/decisions/propose', account: 'member' },
  { path: '/decisions/proposals', account: 'member' },
  { path: '/provisions/gdpr/82' },
  { path: '/newsletter' },
  { path: '/newsletter/archive' },
  { path: '/newsletter/confirm/unknown' },
  { path: '/unsubscribe/unknown' },
  { path: '/privacy-policy' },
  { path: '/end-user-agreement' },
  { path: '/security-policy' },
  { path: '/login' },
  { path: '/sign-up' },
  { path: '/forgot-password' },
  { path: '/reset-password/unknown' },
  { path: '/confirm-email/unknown' },
  { path: '/confirm-email-change/new/unknown' },
  { path: '/consent' },
  { path: '/dev/ui' },
  { path: '/search' },
  { path: '/search?q=conference' },
  { path: '/search?q=zzzz' },
  { path: '/nonexistent' },
  { path: '/', account: 'member' },
  { path: '/events/general-assembly-2027', account: 'member' },
  { path: '/events/annual-conference-2027/registration', account: 'member2' },
  { path: '/registration/unknown' },
  { path: '/guest/unknown' },
  { path: '/settings', account: 'member' },
  { path: '/settings/security', account: 'member' },
  { path: '/settings/following', account: 'member' },
  { path: '/settings/second-factor', account: 'member' },
  { path: '/settings/data', account: 'member' },
  { path: '/settings/delete', account: 'member' },
  { path: '/intranet', account: 'member' },
  { path: '/intranet/trash', account: 'member' },
  { path: '/forum', account: 'member' },
  { path: '/forum?list=unread', account: 'member' },
  { path: '/forum?list=own', account: 'member2' },
  { path: '/forum/new', account: 'member' },
  { path: '/forum/practice', account: 'member' },
  { path: '/forum/search?q=access', account: 'member' },
  { path: '/forum/following', account: 'member' },
  { path: '/forum/flags', account: 'member' },
  { path: '/forum/drafts', account: 'member' },
  { path: '/search?q=consent', account: 'member' },
  { path: '/login', account: 'member' },
  { path: '/administration', account: 'dev' },
  { path: '/administration/users', account: 'admin' },
  { path: '/administration/users/new', account: 'admin' },
  { path: '/administration/proposals', account: 'admin' },
  { path: '/administration/processing', account: 'admin' },
  { path: '/user', account: 'admin' },
  { path: '/administration/events', account: 'admin' },
  { path: '/administration/events/new', account: 'admin' },
  { path: '/administration/content', account: 'admin' },
  { path: '/administration/content/new?kind=article', account: 'admin' },
  { path: '/administration/content/board', account: 'admin' },
  { path: '/administration/content/new?kind=board-member', account: 'admin' },
  { path: '/administration/content/redirects', account: 'admin' },
  { path: '/administration/decisions', account: 'admin' },
  { path: '/administration/decisions/new', account: 'admin' },
  { path: '/administration/decisions/courts', account: 'admin' },
  { path: '/administration/decisions/correspondents', account: 'admin' },
  { path: '/administration/decisions/courts/new', account: 'admin' },
  { path: '/administration/flags', account: 'admin' },
  { path: '/administration/forum', account: 'admin' },
  { path: '/administration/forum/new', account: 'admin' },
  { path: '/administration/intranet/trash', account: 'admin' },
  { path: '/administration/intranet', account: 'admin' },
  { path: '/administration/files', account: 'admin' },
  { path: '/administration/health', account: 'dev' },
  { path: '/administration/guide', account: 'admin' },
  { path: '/guide', account: 'member' },
  { path: '/administration/applications', account: 'admin' },
  { path: '/administration/newsletters', account: 'admin' },
  { path: '/administration/newsletters/new', account: 'admin' },
  { path: '/administration/subscriptions', account: 'admin' },
  { path: '/administration/audit', account: 'admin' },
  { path: '/administration/errors', account: 'admin' },
  { path: '/administration/statistics', account: 'admin' },
  { path: '/administration/audit/1', account: 'admin' },
  { path: '/administration/security', account: 'admin' },
  { path: '/settings/audit', account: 'member' },
  { path: '/membership', account: 'member' },
  { path: '/administration/association', account: 'admin' },
  { path: '/administration/decisions/import', account: 'admin' },
  { path: '/administration/outbox', account: 'dev' },
];

/** Pages that answer with an error status, which the browser reports itself. */
export const answersWithError = /Failed to load resource.* (404|410) /;

export const nameOf = ({ path, account }: SitePage) => `${path} as ${account ?? 'visitor'}`;

/**
 * Has the site write a mail and opens it in the outbox; the browser must be the developer's.
 * Done once, the outbox is no longer empty for whoever looks at it afterwards.
 */
export async function openMailInOutbox(page: Page): Promise<void> {
  await fetch(`${siteOrigin()}/forgot-password`, {
    method: 'POST',
    body: new URLSearchParams({ email: emailOf('dev') }),
  });
  const link = page
    .getByRole('row', { name: emailOf('dev') })
    .getByRole('link')
    .first();
  while ((await link.count()) === 0) await visit(page, '/administration/outbox');
  await link.click();
  await page.getByRole('navigation', { name: 'You are here' }).waitFor();
}
