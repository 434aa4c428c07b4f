import type { RouteConfigEntry } from '@react-router/dev/routes';
import routes from '../../../app/routes';

/** Who may open an address. `dev` and `admin` are signed in as well; `nobody` finds nothing there. */
export type Access = 'open' | 'signed-in' | 'admin' | 'dev' | 'nobody';

type Address = {
  path: string;
  access: Access;
  /** What only those who may open it get to read. */
  secrets?: readonly string[];
};

/**
 * Spec section 2, address by address, with those that came with sign-in, mails and files. What is
 * in curly brackets is filled in by `fillIn`.
 */
export const addresses: readonly Address[] = [
  { path: '/', access: 'open' },
  { path: '/about', access: 'open' },
  { path: '/membership', access: 'open' },
  { path: '/membership/sent', access: 'open' },
  { path: '/membership/confirm/unknown', access: 'open' },
  { path: '/membership/status/unknown', access: 'nobody' },
  { path: '/events', access: 'open' },
  { path: '/events/overview', access: 'open' },
  { path: '/events/annual-conference-2027', access: 'open' },
  { path: '/events/calendar.ics', access: 'open' },
  { path: '/events/annual-conference-2027/calendar', access: 'open' },
  { path: '/events/annual-conference-2027/registration', access: 'signed-in' },
  { path: '/events/annual-conference-2027/participants', access: 'nobody' },
  { path: '/events/annual-conference-2027/certificate', access: 'nobody' },
  { path: '/registration/unknown', access: 'nobody' },
  { path: '/registration/unknown/participants', access: 'nobody' },
  { path: '/registration/unknown/certificate', access: 'nobody' },
  { path: '/guest/unknown', access: 'nobody' },
  {
    path: '/events/general-assembly-2027',
    access: 'signed-in',
    secrets: ['General assembly 2027'],
  },
  { path: '/news', access: 'open' },
  { path: '/news/lindqvist-reread', access: 'open' },
  { path: '/article/names-in-a-search-box', access: 'open' },
  { path: '/pages/working-groups', access: 'open' },
  { path: '/feeds/atom/en', access: 'open' },
  { path: '/feeds/json/en', access: 'open' },
  { path: '/feeds/atom/unknown', access: 'nobody' },
  { path: '/decisions', access: 'open' },
  { path: '/decisions/ECLI:EU:C:2023:370', access: 'open' },
  {
    path: '/decisions/ECLI:NL:GHAMS:2023:793',
    access: 'signed-in',
    secrets: ['Drivers v Uber'],
  },
  { path: '/decisions/propose', access: 'signed-in', secrets: ['Your proposals'] },
  { path: '/decisions/proposals', access: 'signed-in', secrets: ['Proposals to check'] },
  { path: '/decisions/proposals/unknown', access: 'nobody' },
  { path: '/provisions/gdpr/82', access: 'open' },
  { path: '/api/decisions', access: 'open' },
  { path: '/api/decisions.jsonl', access: 'open' },
  { path: '/api/decisions.csv', access: 'open' },
  { path: '/api/decisions.ris', access: 'open' },
  { path: '/api/decisions.bib', access: 'open' },
  { path: '/api/decisions.csl.json', access: 'open' },
  { path: '/api/decisions.xml', access: 'open' },
  { path: '/api/decisions.atom', access: 'open' },
  { path: '/api/openapi.json', access: 'open' },
  { path: '/api/decisions/ECLI:EU:C:2023:370', access: 'open' },
  {
    path: '/api/decisions/ECLI:NL:GHAMS:2023:793',
    access: 'signed-in',
    secrets: ['Drivers v Uber'],
  },
  { path: '/provisions/gdpr/unknown', access: 'nobody' },
  { path: '/sitemap.xml', access: 'open' },
  { path: '/robots.txt', access: 'open' },
  { path: '/privacy-policy', access: 'open' },
  { path: '/end-user-agreement', access: 'open' },
  { path: '/security-policy', access: 'open' },
  { path: '/login', access: 'open' },
  { path: '/sign-up', access: 'open' },
  { path: '/forgot-password', access: 'open' },
  { path: '/reset-password/unknown', access: 'open' },
  { path: '/confirm-email/unknown', access: 'open' },
  { path: '/invitation/unknown', access: 'open' },
  { path: '/appeal/unknown/unknown', access: 'open' },
  { path: '/confirm-email-change/new/unknown', access: 'open' },
  { path: '/sign-out', access: 'open' },
  { path: '/session', access: 'open' },
  { path: '/consent', access: 'open' },
  { path: '/consent/receipts', access: 'nobody' },
  { path: '/consent/receipt/unknown', access: 'nobody' },
  { path: '/app-check', access: 'nobody' },
  { path: '/tracked-errors', access: 'nobody' },
  { path: '/page-views', access: 'nobody' },
  { path: '/statistics', access: 'nobody' },
  { path: '/dev/ui', access: 'open' },
  { path: '/language', access: 'nobody' },
  { path: '/files/unknown/statutes.pdf', access: 'nobody' },
  { path: '/settings', access: 'signed-in', secrets: ['Account settings', 'lastName'] },
  { path: '/settings/security', access: 'signed-in', secrets: ['Where you are signed in'] },
  {
    path: '/settings/following',
    access: 'signed-in',
    secrets: ['Searches, decisions and folders you follow'],
  },
  { path: '/settings/second-factor', access: 'signed-in', secrets: ['Current password'] },
  { path: '/settings/data', access: 'signed-in', secrets: ['What we hold about you', 'parts'] },
  { path: '/settings/delete', access: 'signed-in', secrets: ['for good', 'preview'] },
  {
    path: '/settings/audit',
    access: 'signed-in',
    secrets: ['The entries can be neither changed nor removed.'],
  },
  { path: '/passkey/register', access: 'nobody' },
  { path: '/passkey/sign-in', access: 'nobody' },
  { path: '/hosted-sign-in', access: 'nobody' },
  { path: '/api/auth/callback/hosted', access: 'nobody' },
  { path: '/second-step', access: 'open' },
  { path: '/profile-picture/unknown', access: 'nobody' },
  { path: '/settings/data/export', access: 'signed-in' },
  { path: '/search', access: 'open' },
  { path: '/intranet', access: 'signed-in', secrets: ['entries'] },
  { path: '/intranet/unknown', access: 'nobody' },
  { path: '/intranet/details', access: 'signed-in' },
  { path: '/intranet/folders/unknown', access: 'signed-in' },
  { path: '/intranet/unfinished/unknown', access: 'nobody' },
  { path: '/intranet/documents/unknown', access: 'nobody' },
  { path: '/intranet/documents/unknown/details', access: 'nobody' },
  { path: '/intranet/documents/unknown/file', access: 'nobody' },
  { path: '/intranet/documents/unknown/links/1', access: 'nobody' },
  { path: '/intranet/zip', access: 'signed-in' },
  { path: '/intranet/trash', access: 'signed-in', secrets: ['things'] },
  { path: '/intranet/deletion', access: 'signed-in' },
  { path: '/intranet/live/unknown/unknown', access: 'nobody' },
  { path: '/forum', access: 'signed-in', secrets: ['Case law'] },
  { path: '/palette', access: 'signed-in' },
  { path: '/forum/new', access: 'signed-in' },
  { path: '/forum/search', access: 'signed-in' },
  { path: '/forum/members', access: 'signed-in' },
  { path: '/forum/drafts', access: 'signed-in', secrets: ['Your drafts'] },
  { path: '/forum/drafts/save', access: 'nobody' },
  { path: '/forum/following', access: 'signed-in' },
  { path: '/forum/flags', access: 'signed-in' },
  { path: '/forum/decision/unknown', access: 'nobody' },
  { path: '/forum/topic/unknown', access: 'nobody' },
  { path: '/forum/topic/unknown/print', access: 'nobody' },
  { path: '/forum/topic/unknown/live', access: 'nobody' },
  { path: '/forum/topic/unknown/read', access: 'nobody' },
  { path: '/forum/comment/unknown', access: 'nobody' },
  { path: '/forum/comment/unknown/edit', access: 'nobody' },
  { path: '/forum/comment/unknown/history', access: 'nobody' },
  { path: '/forum/comment/unknown/flag', access: 'nobody' },
  { path: '/forum/unknown', access: 'nobody' },
  { path: '/administration/events', access: 'admin', secrets: ['Drafts and scheduled'] },
  { path: '/administration/events/new', access: 'admin' },
  { path: '/administration/events/unknown', access: 'nobody' },
  { path: '/administration/events/unknown/files', access: 'nobody' },
  { path: '/administration/events/unknown/versions', access: 'nobody' },
  { path: '/administration/events/unknown/registrations', access: 'nobody' },
  { path: '/administration/events/unknown/export', access: 'nobody' },
  { path: '/administration/registrations/unknown', access: 'nobody' },
  { path: '/privacy-policy/unknown', access: 'nobody' },
  { path: '/end-user-agreement/unknown', access: 'nobody' },
  { path: '/pictures/unknown/480.webp', access: 'nobody' },
  { path: '/preview/unknown', access: 'nobody' },
  { path: '/agreement', access: 'signed-in' },
  { path: '/administration/decisions', access: 'admin', secrets: ['Checked and published'] },
  { path: '/administration/decisions/new', access: 'admin' },
  {
    path: '/administration/decisions/import',
    access: 'admin',
    secrets: ['Earlier imports'],
  },
  { path: '/administration/decisions/import/unknown', access: 'nobody' },
  { path: '/administration/decisions/unknown/versions', access: 'nobody' },
  { path: '/administration/decisions/courts', access: 'admin' },
  { path: '/administration/decisions/correspondents', access: 'admin' },
  { path: '/administration/decisions/courts/new', access: 'admin' },
  {
    path: '/administration/content',
    access: 'admin',
    secrets: ['publishAt', 'pendingAt'],
  },
  { path: '/administration/content/new', access: 'admin' },
  { path: '/administration/content/board', access: 'admin' },
  { path: '/administration/content/board-member/unknown', access: 'nobody' },
  { path: '/administration/content/pictures', access: 'nobody' },
  { path: '/administration/content/redirects', access: 'admin' },
  { path: '/administration/content/news/unknown', access: 'nobody' },
  { path: '/administration/content/news/unknown/files', access: 'nobody' },
  { path: '/administration/content/news/unknown/versions', access: 'nobody' },
  { path: '/administration/flags', access: 'admin' },
  { path: '/administration/forum', access: 'admin' },
  { path: '/administration/forum/unknown', access: 'nobody' },
  { path: '/administration/intranet', access: 'admin' },
  { path: '/administration/intranet/unknown', access: 'nobody' },
  { path: '/administration/intranet/trash', access: 'admin', secrets: ['things'] },
  { path: '/administration/files', access: 'admin', secrets: ['Stored files'] },
  { path: '/administration/lists/users/export', access: 'admin' },
  { path: '/administration/views', access: 'admin' },
  { path: '/administration', access: 'admin', secrets: ['Waiting for you', 'byStatus'] },
  { path: '/administration/proposals', access: 'admin', secrets: ['lapse after seven days'] },
  {
    path: '/administration/users',
    access: 'admin',
    secrets: ['member2@demo.example', 'Miro'],
  },
  {
    path: '/administration/applications',
    access: 'admin',
    secrets: ['Brandwaldner', 'Court of Appeal of Rivenord'],
  },
  { path: '/administration/applications/unknown', access: 'nobody' },
  { path: '/administration/audit', access: 'admin', secrets: ['Application sent', 'targetKind'] },
  { path: '/administration/audit/1', access: 'admin', secrets: ['previousHash'] },
  { path: '/administration/audit/export', access: 'admin' },
  {
    path: '/administration/security',
    access: 'admin',
    secrets: ['Security events', 'addressHash'],
  },
  { path: '/administration/errors', access: 'admin', secrets: ['Error tracking is'] },
  { path: '/administration/errors/unknown', access: 'nobody' },
  { path: '/administration/statistics', access: 'admin', secrets: ['byPage'] },
  { path: '/administration/health', access: 'dev', secrets: ['How the parts of the site'] },
  { path: '/administration/guide', access: 'admin', secrets: ['Guide for the secretariat'] },
  { path: '/guide', access: 'signed-in', secrets: ['Guide for members'] },
  {
    path: '/administration/association',
    access: 'admin',
    secrets: ['Colour on light pages', '"lightColour"'],
  },
  { path: '/logo/unknown', access: 'nobody' },
  { path: '/social-card/unknown', access: 'nobody' },
  {
    path: '/administration/outbox',
    access: 'dev',
    secrets: ['The e-mails of the last', '"mails"'],
  },
  { path: '/administration/outbox/unknown', access: 'nobody' },
  { path: '/administration/users/new', access: 'admin', secrets: ['grantable'] },
  { path: '/administration/users/unknown', access: 'nobody' },
  { path: '/administration/processing', access: 'admin', secrets: ['Register of processing'] },
  { path: '/user', access: 'admin', secrets: ['member2@demo.example', 'Miro'] },
  { path: '/user/unknown', access: 'nobody' },
  { path: '/unsubscribe/unknown', access: 'open' },
  { path: '/newsletter', access: 'open' },
  { path: '/newsletter/confirm/unknown', access: 'open' },
  { path: '/newsletter/archive', access: 'open' },
  { path: '/newsletter/archive/unknown', access: 'nobody' },
  { path: '/administration/newsletters', access: 'admin', secrets: ['New newsletter'] },
  { path: '/administration/newsletters/new', access: 'admin', secrets: ['Own text'] },
  { path: '/administration/newsletters/unknown', access: 'nobody' },
  { path: '/administration/newsletters/unknown/preview', access: 'nobody' },
  { path: '/administration/newsletters/unknown/send', access: 'nobody' },
  { path: '/administration/newsletters/unknown/live', access: 'nobody' },
  { path: '/administration/subscriptions', access: 'admin', secrets: ['bounced'] },
  { path: '/flagged-comment/unknown', access: 'nobody' },
  { path: '/nonexistent', access: 'nobody' },
];

/** A pattern of `app/routes.ts` with the id of the route that shows the page. */
export type Pattern = {
  id: string;
  matches: (path: string) => boolean;
  text: string;
  /** The route module, below `app/`. */
  file: string;
};

/** Every pattern of `app/routes.ts`, in the order in which they stand there. */
export const patterns: readonly Pattern[] = routes.flatMap((entry) => patternsOf(entry, ''));

function patternsOf(entry: RouteConfigEntry, above: string): Pattern[] {
  const text = entry.path ? `${above}/${entry.path}` : above;
  if (entry.children) return entry.children.flatMap((child) => patternsOf(child, text));
  const expression = (text || '/').replace(/:\w+/g, '[^/]+').replace('*', '.*');
  const matcher = new RegExp(`^${expression}$`);
  const id = entry.id ?? entry.file.replace(/\.tsx?$/, '');
  const { file } = entry;
  return [{ id, matches: (path) => matcher.test(path), text: text || '/', file }];
}

/** The id of the route that shows the page at `path`: the most specific of those that match it, as the router has it. */
export function routeIdOf(path: string): string {
  const [pattern] = patterns
    .filter(({ matches }) => matches(path))
    .toSorted((one, other) => wordsIn(other.text) - wordsIn(one.text));
  if (!pattern) throw new Error(`no route shows ${path}`);
  return pattern.id;
}

/** How many parts of a pattern stand for themselves. */
function wordsIn(pattern: string): number {
  return pattern.split('/').filter((part) => part && !/^[:*]/.test(part)).length;
}
