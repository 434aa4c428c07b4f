/** What hostile clients ask for, each kind as often as the site lets them. */

export type Hostile = {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
  /** The answer is not waited for to its end: as many are held open as the site lets. */
  isHeld?: boolean;
};

/** What a hostile member has: a session and a document or folder that may be read. */
export type Loot = { cookie: string; origin: string; resource: string };

const form = 'application/x-www-form-urlencoded';

const fields = (count: number, value = '') =>
  Array.from({ length: count }, (_none, index) => `f${index}=${value}`).join('&');
const parts = (count: number) =>
  `${Array.from(
    { length: count },
    (_none, index) =>
      `--b\r\nContent-Disposition: form-data; name="f${index}"\r\n\r\n${'x'.repeat(200)}\r\n`,
  ).join('')}--b--\r\n`;

const bodies = {
  megabyte: fields(110_000),
  full: fields(199, 'x'.repeat(300)),
  parts: parts(190),
  json: JSON.stringify({ choices: Array.from({ length: 12_000 }, (_none, index) => index) }),
};

const get = (path: string, headers: Record<string, string> = {}): Hostile => ({
  method: 'GET',
  path,
  headers,
});
const post = (path: string, type: string, body: string): Hostile => ({
  method: 'POST',
  path,
  headers: { 'content-type': type },
  body,
});

/** Each kind by its name; `i` counts the requests, so that no two addresses need be the same. */
export const hostileKinds: Record<string, (loot: Loot, i: number) => Hostile> = {
  'forms of 1 MB': () => post('/membership', form, bodies.megabyte),
  'forms of 199 fields in 60 kB': () => post('/membership', form, bodies.full),
  'multipart forms of 190 parts': () =>
    post('/membership', 'multipart/form-data; boundary=b', bodies.parts),
  'JSON of 60 kB': () => post('/consent/receipts', 'application/json', bodies.json),
  'wrong sign-ins': (_loot, i) =>
    post('/login', form, `email=nobody-${i}%40court.example&password=wrong+password+${i}`),
  'uncached pages': (_loot, i) => get(`/news?year=${1_000 + (i % 9_000)}`),
  'addresses that do not exist': (_loot, i) => get(`/nothing-${i}`),
  searches: (_loot, i) => get(`/search?q=data+protection+${i}`),
  'searches of a member': ({ cookie }, i) => get(`/search?q=data+protection+${i}`, { cookie }),
  'pages of a member': ({ cookie }) => get('/intranet', { cookie }),
  streams: ({ cookie }) => ({ ...get('/intranet/live/userIntranet', { cookie }), isHeld: true }),
  'exports of own data': ({ cookie, origin }) => ({
    ...post('/settings/data/export', form, ''),
    headers: { cookie, origin, 'content-type': form },
  }),
  'ZIP archives': ({ cookie, origin, resource }) => ({
    ...post('/intranet/zip', form, `ids=${resource}`),
    headers: { cookie, origin, 'content-type': form },
  }),
};
