import { beforeEach, describe, expect, test, vi } from 'vitest';
import { translationsAddress, translationsFile } from './translations.server';

const openPage = async () => ({
  ...(await import('./browser-texts')),
  ...(await import('./with-texts')),
});
/** A page has its texts once: each test is a page of its own. */
let page: Awaited<ReturnType<typeof openPage>>;
/** What the site answers for its texts, by address; as it would unless told. */
let texts: Map<string, Response | Error>;
let asked: string[];

const serve = (address: string) => {
  const file = translationsFile(address.replace('/assets/i18n/', ''));
  return file ? new Response(file.json) : new Response(null, { status: 404 });
};

beforeEach(async () => {
  vi.resetModules();
  page = await openPage();
  texts = new Map();
  asked = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    const answer = texts.get(address) ?? serve(address);
    if (answer instanceof Error) throw answer;
    return answer.clone();
  });
  return () => vi.unstubAllGlobals();
});

const all = translationsAddress('en');
const lasting = '/assets/i18n/en.json';
const open = (part: 'reading' | 'application' | 'all' = 'reading') =>
  page.loadTexts('en', { address: translationsAddress('en', part), all });
const request = (path: string, method = 'GET') =>
  new Request(`https://association.example${path}`, { method });
type Answer = { page: { type: 'data' | 'error'; result: unknown } };
const shown: Answer = { page: { type: 'data', result: 'what was done' } };
const ask = (path: string, { method = 'GET', answer = shown } = {}) =>
  page.withTexts(request(path, method), async () => answer);

const noConnection = new TypeError('Failed to fetch');
const withoutTexts = [
  ['there is no connection', noConnection],
  ['the site fails', new Response(null, { status: 500 })],
] as const;
const fail = (answer: Response | Error) => texts.set(all, answer).set(lasting, answer);

describe.each(withoutTexts)('when the texts cannot be had because %s', (_why, answer) => {
  test('what was sent is answered all the same', async () => {
    await open();
    fail(answer);
    expect(await ask('/login', { method: 'POST' })).toBe(shown);
    expect(asked).toContain(all);
  });

  test('a page is loaded as a whole', async () => {
    await open();
    fail(answer);
    const led = await ask('/search?q=law').catch((thrown: unknown) => thrown);
    if (!(led instanceof Response)) throw new Error('The page was shown');
    expect(led.headers.get('Location')).toBe('/search?q=law');
    expect(led.headers.get('X-Remix-Reload-Document')).toBe('true');
  });

  test('what leads elsewhere, is refused or was cut does so as ever', async () => {
    await open();
    fail(answer);
    for (const result of [Response.redirect('https://association.example/login'), noConnection]) {
      const given: Answer = { page: { type: 'error', result } };
      expect(await ask('/search', { answer: given })).toBe(given);
      expect(await ask('/search', { answer: given, method: 'POST' })).toBe(given);
    }
  });

  test('the next page tries again', async () => {
    const translate = await open();
    fail(answer);
    await ask('/login', { method: 'POST' });
    texts.clear();
    expect(await ask('/search')).toBe(shown);
    expect(translate('search.title')).not.toBe('search.title');
  });
});

test('an application sent asks for no texts, neither to be answered nor on the page that says so', async () => {
  await open('application');
  asked = [];
  expect(await ask('/membership', { method: 'POST' })).toBe(shown);
  expect(await ask('/membership')).toBe(shown);
  expect(await ask('/membership/sent')).toBe(shown);
  expect(asked).toEqual([]);
});

test('what is sent is answered first, so that it waits for nothing', async () => {
  await open();
  asked = [];
  let before = -1;
  await page.withTexts(request('/login', 'POST'), async () => {
    before = asked.length;
    return shown;
  });
  expect([before, asked]).toEqual([0, [all]]);
});

test('pages to read, and files, need no further texts; any other needs all of them once', async () => {
  const translate = await open();
  asked = [];
  for (const path of ['/about', '/news', '/forum/members', '/intranet/deletion?ids=1']) {
    await ask(path);
  }
  expect(asked).toEqual([]);
  await Promise.all([ask('/search'), ask('/membership')]);
  await ask('/login');
  expect(asked).toEqual([all]);
  expect(translate('search.title')).not.toBe('search.title');
});

describe('when the site was renewed and its texts have other addresses', () => {
  const old = '/assets/i18n/en.0123456789.json';

  test('those that a page adds are found', async () => {
    const address = translationsAddress('en', 'reading');
    const translate = await page.loadTexts('en', { address, all: old });
    expect(await ask('/search')).toBe(shown);
    expect(asked).toEqual([address, old, lasting]);
    expect(translate('search.title')).not.toBe('search.title');
  });

  test('those that it begins with are found, and are all', async () => {
    const address = '/assets/i18n/en.reading.0123456789.json';
    const translate = await page.loadTexts('en', { address, all: old });
    expect(translate('search.title')).not.toBe('search.title');
    await ask('/search');
    expect(asked).toEqual([address, lasting]);
  });
});
