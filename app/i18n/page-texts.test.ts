import { beforeEach, describe, expect, test, vi } from 'vitest';
import { translationsAddress, translationsFile } from './translations.server';

/** What the build finds out: the texts of two public pages. */
vi.mock('virtual:page-texts', () => ({
  default: {
    '/about': ['about.board'],
    '/search': ['search.title', 'search.count_one', 'search.count_other'],
  },
}));

const openPage = () => import('./page-texts');
/** A tab has its texts once: each test is a tab of its own. */
let page: Awaited<ReturnType<typeof openPage>>;
/** What the site answers for its texts, by address, where it is not as ever. */
let answers: Map<string, Response | Error>;
let asked: string[];

function serve(address: string): Response {
  const { pathname, searchParams } = new URL(address, 'https://association.example');
  const file = translationsFile(pathname, searchParams.get('page') ?? undefined);
  if (!file) return new Response(null, { status: 404 });
  if (!('location' in file)) return new Response(file.json);
  const whole = serve(file.location);
  Object.defineProperty(whole, 'redirected', { value: true });
  return whole;
}

beforeEach(async () => {
  vi.resetModules();
  page = await openPage();
  answers = new Map();
  asked = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    const answer = answers.get(address);
    if (answer instanceof Error) throw answer;
    return answer ? answer.clone() : serve(address);
  });
  return () => vi.unstubAllGlobals();
});

const about = translationsAddress('en', '/about');
const search = translationsAddress('en', '/search');
const lasting = '/assets/i18n/en.json?page=%2Fsearch';
const open = (address = about) => page.loadTexts('en', address);
type Answer = { page: { type: 'data' | 'error'; result: unknown } };
const shown: Answer = { page: { type: 'data', result: 'what was done' } };
/** The router names pages without the first slash. */
const go = (pattern: string, { method = 'GET', answer = shown, path = pattern } = {}) =>
  page.withPageTexts(
    { request: { url: `https://association.example${path}`, method }, pattern: pattern.slice(1) },
    async () => answer,
  );

const noConnection = new TypeError('Failed to fetch');
const fail = (answer: Response | Error) => answers.set(search, answer).set(lasting, answer);

describe.each([
  ['there is no connection', noConnection],
  ['the site fails', new Response(null, { status: 500 })],
] as const)('when texts cannot be had because %s', (_why, failure) => {
  test('what was sent is answered all the same', async () => {
    await open();
    fail(failure);
    expect(await go('/search', { method: 'POST' })).toBe(shown);
    expect(asked).toContain(search);
  });

  test('a page is loaded as a whole', async () => {
    await open();
    fail(failure);
    const led = await go('/search', { path: '/search?q=law' }).catch((thrown: unknown) => thrown);
    if (!(led instanceof Response)) throw new Error('The page was shown');
    expect(led.headers.get('Location')).toBe('/search?q=law');
    expect(led.headers.get('X-Remix-Reload-Document')).toBe('true');
  });

  test('a redirect, a refusal and a lost connection are passed on', async () => {
    await open();
    fail(failure);
    for (const result of [Response.redirect('https://association.example/login'), noConnection]) {
      const given: Answer = { page: { type: 'error', result } };
      expect(await go('/search', { answer: given })).toBe(given);
      expect(await go('/search', { answer: given, method: 'POST' })).toBe(given);
    }
  });

  test('the next page tries again', async () => {
    const translate = await open();
    fail(failure);
    await go('/search', { method: 'POST' });
    answers.clear();
    expect(await go('/search')).toBe(shown);
    expect(translate('search.title')).not.toBe('search.title');
  });
});

test('what is sent is answered before its texts are fetched', async () => {
  await open();
  asked = [];
  let before = -1;
  await page.withPageTexts(
    { request: { url: 'https://association.example/search', method: 'POST' }, pattern: '/search' },
    async () => {
      before = asked.length;
      return shown;
    },
  );
  expect([before, asked]).toEqual([0, [search]]);
});

test('a page fetches its texts once, and a file none', async () => {
  const translate = await open();
  asked = [];
  await go('/about');
  await go('/forum/members');
  await go('/search');
  await go('/search');
  expect(asked).toEqual([search]);
  expect(translate('search.count', { count: 1 })).not.toBe('search.count');
});

test('a page behind a guard has all texts, after which none is fetched any more', async () => {
  const translate = await open();
  asked = [];
  await go('/forum');
  await go('/search');
  expect(asked).toEqual([`${translationsAddress('en')}?page=%2Fforum`]);
  expect(translate('forum.title')).not.toBe('forum.title');
});

test('a page with all texts fetches none for the next', async () => {
  await open(translationsAddress('en'));
  asked = [];
  await go('/search');
  expect(asked).toEqual([]);
});

test('a text that the page has not loaded is reported', async () => {
  const report = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const translate = await open();
  translate('about.board');
  expect(report).not.toHaveBeenCalled();
  translate('forum.title');
  expect(report).toHaveBeenCalledWith('The page has not loaded the text forum.title');
});

describe('when the site was renewed and its texts have other addresses', () => {
  test('those of the next page are found', async () => {
    const translate = await open();
    answers.set(search, new Response(null, { status: 404 }));
    expect(await go('/search')).toBe(shown);
    expect(asked).toEqual([about, search, lasting]);
    expect(translate('search.title')).not.toBe('search.title');
  });

  test('those that the page begins with are found', async () => {
    const translate = await open('/assets/i18n/en.0123456789.json?page=%2Fsearch');
    expect(translate('search.title')).not.toBe('search.title');
    expect(asked).toEqual(['/assets/i18n/en.0123456789.json?page=%2Fsearch', lasting]);
  });
});
