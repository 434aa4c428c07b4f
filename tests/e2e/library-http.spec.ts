import { randomUUID } from 'node:crypto';
import { expect } from './steps/fixtures';
import { announcement, ask, fillArea, type Things, versionOf } from './steps/library-things';
import { withSettings } from './steps/own-site';
import { cookieOf, type Fields, get, post, type Reader, type Site } from './steps/plain-requests';

/** With a trash, as a site has by itself. */
const test = withSettings({ INTRANET_TRASH_DAYS: '30' });

type Answer = { status: number; text: string };
type Row = { what: string; send: (site: Site, cookie: string) => Promise<Response> };

/** Every detail that the form of a document asks for, filled in. */
const details = (version: string): Fields => ({
  ...Object.fromEntries(
    'description language author tags ecli country court caseNumber decidedOn publishedOn type articles keywords outcome fineAmount fineCurrency appealFrom appealTo sourceUrl anonymised anonymisedBy'
      .split(' ')
      .map((name) => [name, '']),
  ),
  version,
  title: 'Renamed by a request',
  kind: 'minutes',
});

const read = (path: string): Row => ({
  what: `GET ${path}`,
  send: (site, cookie) => get(site, path, cookie),
});
const sent = (
  what: string,
  path: string,
  fields: ((site: Site) => Promise<Fields>) | Fields,
): Row => ({
  what: `POST ${what} to ${path}`,
  send: async (site, cookie) =>
    post(site, path, typeof fields === 'function' ? await fields(site) : fields, cookie),
});
const tus = (what: string, path: string, request: RequestInit): Row => ({
  what: `upload: ${what}`,
  send: (site, cookie) => ask(site, path, { ...request, cookie }),
});

/** What only whoever may read the area gets. */
function readings({ page, collection, folder, document, fingerprint }: Things): Row[] {
  const route = (name: string) => `?_routes=${encodeURIComponent(name)}`;
  const at = `/intranet/documents/${document}`;
  return [
    `${page}/${folder}`,
    `${page}/${folder}.data`,
    at,
    `${at}.data`,
    `${at}.data${route('pages/document/document.route')}`,
    `${at}/file`,
    `${at}/file?version=1`,
    `/intranet/live/${collection}/${folder}`,
  ]
    .map(read)
    .concat(
      collection === 'adminIntranet'
        ? [
            read(page),
            read(`${page}.data`),
            read(`${page}/${folder}.data${route('administration-intranet')}`),
            read(`${page}/trash`),
            read(`${page}/trash.data${route('administration-trash')}`),
            read(`/intranet/folders/${collection}`),
            read(`/intranet/unfinished/${collection}`),
            read(`/intranet/unfinished/${collection}?limits`),
            read(`/intranet/unfinished/${collection}?fingerprint=${fingerprint}`),
            read(`/intranet/live/${collection}`),
          ]
        : [],
    );
}

/** What changes something of the area, in an order in which the owner can do all of it. */
function changes(things: Things, owner: string): Row[] {
  const { page, collection, folder, shelf, document, trashed, upload } = things;
  const at = `/intranet/documents/${document}`;
  const route = '?_routes=pages%2Fdocument%2Fdocument.route';
  const version = async (site: Site) => ({ version: await versionOf(site, document, owner) });
  const inFolder = `${page}/${folder}.data`;
  return [
    read(`${at}/details`),
    read(`${at}/details.data?_routes=features%2Flibrary%2Fdetails%2Fdetails.route`),
    sent('an earlier version', `${at}.data`, { intent: 'restore', number: '1' }),
    sent('an earlier version', at, { intent: 'restore', number: '1' }),
    sent('an earlier version', `${at}.data${route}`, { intent: 'restore', number: '1' }),
    sent('details', `${at}/details`, async (site) => details((await version(site)).version)),
    sent('details', `${at}/details.data`, async (site) => details((await version(site)).version)),
    sent('another name', inFolder, async (site) => ({
      ...(await version(site)),
      intent: 'rename',
      id: document,
      title: 'Mine',
    })),
    sent('another name', page, async (site) => ({
      ...(await version(site)),
      intent: 'rename',
      id: document,
      title: 'Mine',
    })),
    sent('to another folder', `${page}.data`, { intent: 'move', ids: document, to: shelf }),
    sent('to another folder', inFolder, { intent: 'move', ids: document, to: folder }),
    sent('out of the trash', `${page}/trash.data`, { intent: 'restore', id: trashed }),
    sent('into the trash', inFolder, { intent: 'delete', ids: trashed, reason: 'Tried' }),
    sent('for good', `${page}/trash`, {
      intent: 'remove-selected',
      // As it is when nothing was done to it yet, and after it was restored and thrown away again.
      selected: [`${trashed}/2`, `${trashed}/4`],
    }),
    tus('replacing a file', '/uploads', announcement({ collection, replaces: document })),
    tus('asking how far', upload, { method: 'HEAD' }),
    tus('going on', upload, {
      method: 'PATCH',
      headers: { 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' },
      body: 'ab',
    }),
    tus('cancelling', upload, { method: 'DELETE' }),
    sent('into the trash', `${page}.data`, { intent: 'delete', ids: document, reason: 'Tried' }),
    sent('into the trash', page, { intent: 'delete', ids: folder, reason: 'Tried' }),
  ];
}

/** What would put something into the area, or take it along. */
function additions({ page, collection, folder, document }: Things, own: string): Row[] {
  return [
    sent('a folder', `${page}/${folder}.data`, { intent: 'create-folder', title: randomUUID() }),
    sent('a folder', `/intranet/${folder}.data`, { intent: 'create-folder', title: randomUUID() }),
    sent('a folder', `/intranet/${folder}`, { intent: 'create-folder', title: randomUUID() }),
    sent('a move into it', '/intranet.data', { intent: 'move', ids: own, to: folder }),
    sent('what goes with it', '/intranet/zip', { ids: document }),
    sent('what goes with it', '/intranet/zip', { ids: `${own},${folder}` }),
    tus('into the folder', '/uploads', announcement({ collection, parent: folder })),
    tus('into the folder of another area', '/uploads', announcement({ parent: folder })),
    tus('into a path below', '/uploads', announcement({ parent: folder, path: 'a/b' })),
    tus('at the top', '/uploads', announcement({ collection })),
    tus('a file of another area', '/uploads', announcement({ replaces: document })),
    read(`/intranet/deletion?ids=${document}`),
    read(`/intranet/deletion?ids=${own},${folder}`),
    read(`/intranet/deletion.data?ids=${document}`),
  ];
}

async function answerOf(answer: Response): Promise<Answer> {
  // A stream of events never ends by itself.
  const isStream = answer.headers.get('Content-Type')?.startsWith('text/event-stream');
  if (isStream) await answer.body?.cancel();
  const location = answer.headers.get('Location') ?? '';
  const text = isStream ? '' : await answer.text();
  return { status: answer.status, text: `${location} ${text}` };
}

/** A visitor is led to the sign-in; to everybody else there is nothing, or it is not theirs. */
function isRefusal({ status, text }: Answer): boolean {
  if ([401, 403, 404, 405, 410].includes(status)) return true;
  if (status === 202 || status === 302) return text.includes('/login');
  // Of what was ticked only what the reader finds in the trash is done; the rest is told.
  const isLeft = />\d+ selected entr(y was|ies were) left as/.test(text);
  if (isLeft) return !/>\d+ entr(y|ies) deleted for good/.test(text);
  return /error\.intranet-(resource|document)\.could-not-/.test(text) && status === 409;
}

/** All of the area that its owner sees. */
async function pictureOf(site: Site, things: Things, cookie: string): Promise<string> {
  const { page, folder, shelf, document, upload } = things;
  const area = page === '/intranet' ? '' : 'administration-';
  const alone = (name: string) => `_routes=${encodeURIComponent(`features/library/${name}.route`)}`;
  const paths = [
    `${page}/${folder}.data?${alone(`intranet/${area}intranet`)}`,
    `${page}/${shelf}.data?${alone(`intranet/${area}intranet`)}`,
    `${page}/trash.data?${alone(`trash/${area}trash`)}`,
    `/intranet/documents/${document}.data?${alone('documents/document')}`,
    `/intranet/documents/${document}/file`,
  ];
  const pages = await Promise.all(
    paths.map(async (path) => (await get(site, path, cookie)).text()),
  );
  const far = await ask(site, upload, { method: 'HEAD', cookie });
  return [...pages, far.status, far.headers.get('Upload-Offset')].join('\n');
}

/** A document's text is read by a job, which changes what its page says. */
async function untilRead({ site, cookie }: Asker, { document }: Things): Promise<void> {
  const path = `/intranet/documents/${document}.data`;
  const page = async () => (await get(site, path, cookie)).text();
  await expect.poll(page, { timeout: 60_000 }).not.toContain('"waiting"');
}

type Asker = { site: Site; reader: Reader; cookie: string };

async function expectRefused(
  row: Row,
  { site, reader, cookie }: Asker,
  word: string,
): Promise<void> {
  const answer = await answerOf(await row.send(site, cookie));
  const said = `${reader}: ${row.what}: ${answer.status} ${answer.text.slice(0, 300)}`;
  expect.soft(isRefusal(answer), said).toBe(true);
  expect.soft(answer.text, said).not.toContain(word);
}

async function expectDone(row: Row, { site, reader, cookie }: Asker): Promise<void> {
  const answer = await answerOf(await row.send(site, cookie));
  const said = `${reader}: ${row.what}: ${answer.status} ${answer.text.slice(0, 300)}`;
  expect.soft([200, 201, 202, 204, 302], said).toContain(answer.status);
  expect.soft(isRefusal(answer), said).toBe(false);
}

const cookies = new Map<Reader, Promise<string>>();
async function asker(site: Site, reader: Reader): Promise<Asker> {
  const cookie = cookies.get(reader) ?? cookieOf(site, reader);
  cookies.set(reader, cookie);
  return { site, reader, cookie: await cookie };
}

test('what is the administration’s has no door for visitors and members, whatever they ask', async ({
  site,
}) => {
  const things = await fillArea(site, 'admin');
  const own = await fillArea(site, 'member');
  const admin = await asker(site, 'admin');
  const rows = [
    ...readings(things),
    ...additions(things, own.document),
    ...changes(things, admin.cookie),
    // The same by the addresses of the members' own area.
    ...changes({ ...things, page: '/intranet' }, admin.cookie),
    read(`/files/${things.collection}/${things.document}/document.txt`),
  ];
  await untilRead(admin, things);
  const before = await pictureOf(site, things, admin.cookie);
  const readers: Reader[] = ['visitor', 'member', 'member2'];
  for (const reader of readers)
    for (const row of rows) await expectRefused(row, await asker(site, reader), things.word);
  expect(await pictureOf(site, things, admin.cookie)).toBe(before);
  // The requests are what they should be: they work for whoever may.
  const dev = await asker(site, 'dev');
  for (const row of readings(things)) await expectDone(row, dev);
  for (const row of [...readings(things), ...changes(things, admin.cookie)])
    await expectDone(row, admin);
  const others = await fillArea(site, 'admin');
  for (const row of changes(others, admin.cookie).filter(({ what }) => !isOfUpload.test(what)))
    await expectDone(row, dev);
});

test('what is a member’s is read by other members, and changed by none of them', async ({
  site,
}) => {
  const things = await fillArea(site, 'member');
  const owner = await asker(site, 'member');
  await untilRead(owner, things);
  const before = await pictureOf(site, things, owner.cookie);
  const readers: Reader[] = ['visitor', 'member2'];
  for (const reader of readers)
    for (const row of changes(things, owner.cookie))
      await expectRefused(row, await asker(site, reader), 'Unfinished');
  for (const row of readings(things)) {
    await expectRefused(row, await asker(site, 'visitor'), things.word);
    await expectDone(row, await asker(site, 'member2'));
  }
  // An upload is nobody else's, not even an administrator's; nor is what was found interrupted.
  const administrators: Reader[] = ['admin', 'dev'];
  for (const reader of administrators)
    for (const row of changes(things, owner.cookie).filter(({ what }) => isOfUpload.test(what)))
      await expectRefused(row, await asker(site, reader), things.word);
  const unfinished = '/intranet/unfinished/userIntranet';
  for (const reader of ['member', 'member2', 'admin'] as const) {
    const { cookie } = await asker(site, reader);
    const same = await get(site, `${unfinished}?fingerprint=${things.fingerprint}`, cookie);
    expect((await same.text()) !== 'null', reader).toBe(reader === 'member');
    const listed = await (await get(site, unfinished, cookie)).text();
    expect(listed.includes(things.word), reader).toBe(reader === 'member');
  }
  expect(await pictureOf(site, things, owner.cookie)).toBe(before);
  for (const row of changes(things, owner.cookie)) await expectDone(row, owner);
});

const isOfUpload = /^upload: (asking|going|cancelling)/;

test('a change in the administration’s files is told to no member', async ({ site }) => {
  const things = await fillArea(site, 'admin');
  const [admin, member] = [await asker(site, 'admin'), await asker(site, 'member')];
  const form = () => ({ intent: 'create-folder', title: randomUUID() });
  const createAsMember = async () => {
    expect((await post(site, '/intranet.data', form(), member.cookie)).status).toBe(200);
  };
  await createAsMember();
  const stop = new AbortController();
  let heard = '';
  const stream = await fetch(`${site.url}/intranet/live/userIntranet`, {
    headers: { cookie: member.cookie },
    signal: stop.signal,
  });
  const reading = (async () => {
    for await (const part of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) heard += part;
  })().catch(() => undefined);
  // What the member has just made is told to the one who comes late.
  await expect.poll(() => heard).toMatch(/^data:/m);
  expect((await post(site, `${things.page}.data`, form(), admin.cookie)).status).toBe(200);
  await createAsMember();
  await expect.poll(() => heard).toMatch(/^data:[^]*^data:/m);
  stop.abort();
  await reading;
  expect(heard).not.toContain('adminIntranet');
  expect(heard.match(/^data:/gm)).toHaveLength(2);
});
