type Questions = Record<string, readonly string[]>;

/** Addresses with what may be asked there, by who may ask. */
export const questions: Record<'visitor' | 'member' | 'admin', Questions> = {
  visitor: {
    '/': ['language', 'days'],
    '/news': ['year', 'category', 'language', 'topic', 'page'],
    '/article/names-in-a-search-box': ['language'],
    '/events': ['type', 'page', 'year'],
    '/events/overview': ['type', 'page', 'year', 'show'],
    '/search': ['q', 'kind', 'language', 'page', 'from', 'to', 'sort'],
    '/newsletter/archive': ['page', 'language'],
    '/login': ['redirectUrl'],
    '/unsubscribe/x': ['list'],
    '/language': ['to', 'redirectUrl'],
  },
  member: {
    '/agreement': ['redirectUrl'],
    '/forum': ['page', 'sort'],
    '/forum/new': ['category'],
    '/forum/search': ['q', 'page', 'category', 'author'],
    '/forum/members': ['q', 'topic', 'category'],
    '/forum/drafts': ['page'],
    '/intranet': ['sort', 'order', 'country', 'court', 'language', 'topic', 'type', 'q', 'page'],
    '/intranet/deletion': ['ids', 'collection'],
    '/intranet/zip': ['ids', 'collection'],
    '/settings/audit': ['before'],
    '/search': ['q', 'kind', 'language', 'page'],
  },
  admin: {
    '/administration': ['page'],
    '/administration/applications': ['state', 'search', 'page'],
    '/administration/audit': ['person', 'action', 'target', 'from', 'to', 'before'],
    '/administration/security': ['outcome', 'before'],
    '/administration/errors': ['state', 'kind', 'page', 'search'],
    '/administration/statistics': ['days'],
    '/administration/events': ['show', 'type', 'search'],
    '/administration/content': ['kind', 'language', 'status', 'search', 'page'],
    '/administration/content/new': ['kind', 'of', 'language'],
    '/administration/flags': ['state', 'page', 'mine'],
    '/administration/intranet': ['sort', 'country', 'q'],
    '/administration/newsletters': ['page'],
    '/administration/subscriptions': ['list', 'state', 'search', 'page'],
    '/administration/users': ['search', 'role', 'state', 'sort', 'page'],
    '/user': ['search', 'role', 'state', 'sort', 'page'],
  },
};

/** What nobody asks for who does not try things out. */
export const oddAnswers = [
  '',
  '%00',
  "a'%22)%3B--",
  '-1',
  '99999999999999999999',
  '1e400',
  'NaN',
  '2026-02-31',
  '%F0%9F%92%A9%ED%A0%80%C3',
  '../../etc/passwd',
  '%25%5C_(*:%26|!',
  '%0D%0ASet-Cookie:%20a=b',
  'x'.repeat(5_000),
];
