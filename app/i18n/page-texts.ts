import { redirectDocument } from 'react-router';
import { isFileAddress } from '~/lib/addresses/file-addresses';
import type { Texts } from './merge-texts';
import { pageOf } from './page-of';
import { createTranslator, type Translate, type Translator } from './translate';

/** What this tab has of the texts. */
let known: { translator: Translator; address: string; pages: Set<string> } | undefined;
/** Whether these are all texts. */
let isComplete = false;

/** @returns the texts, and whether they are all of the language */
async function fetchTexts(address: string): Promise<{ texts: Texts; isAll: boolean }> {
  let answer = await fetch(address);
  // Since the site was renewed its texts have another address; one of each language lasts.
  const lasting = address.replace(/(\/\w+)\.\w+\.json/, '$1.json');
  if (answer.status === 404) answer = await fetch(lasting);
  if (!answer.ok) throw new TypeError(`fetch of the texts failed: ${answer.status}`);
  const isAll = answer.redirected || !address.includes('?');
  return { texts: await answer.json(), isAll };
}

/**
 * Loads the texts that the page was made with.
 * @param address of these texts
 */
export async function loadTexts(language: string, address: string): Promise<Translate> {
  const { texts, isAll } = await fetchTexts(address);
  isComplete = isAll;
  const translator = createTranslator(language, texts, (key) => {
    // oxlint-disable-next-line no-console -- a fault of ours, which fails the browser tests
    if (!isComplete) console.error(`The page has not loaded the text ${key}`);
  });
  const [all = '', page = ''] = address.split('?page=');
  known = { translator, address: all, pages: new Set([decodeURIComponent(page)]) };
  return translator.translate;
}

/**
 * Loads what a page says and is not known yet.
 * @param page pattern of its address
 * @throws TypeError when it cannot be had; then the next call tries again
 */
async function loadTextsOf(page: string): Promise<void> {
  if (!known || isComplete || known.pages.has(page)) return;
  const { translator, address, pages } = known;
  const { texts, isAll } = await fetchTexts(`${address}?page=${encodeURIComponent(page)}`);
  translator.add(texts);
  pages.add(page);
  isComplete ||= isAll;
}

type Answers = Record<string, { type: 'data' | 'error'; result: unknown }>;
type Navigation = { request: Pick<Request, 'method' | 'url'>; pattern: string };

/**
 * In the browser: what the routes answer, once there are the texts to show it with. When these
 * cannot be had, what was sent is answered all the same, since it was done; a page to look at is
 * loaded as a whole, which needs no texts of ours.
 * @throws Response that has the page loaded as a whole
 */
export async function withPageTexts<Given extends Answers>(
  { request: { method, url }, pattern }: Navigation,
  next: () => Promise<Given>,
): Promise<Given> {
  const { pathname, search } = new URL(url);
  if (isFileAddress(pathname)) return next();
  const load = () =>
    loadTextsOf(pageOf(pattern)).then(
      () => true,
      () => false,
    );
  if (method !== 'GET') {
    const answer = await next();
    await load();
    return answer;
  }
  const [answer, hasTexts] = await Promise.all([next(), load()]);
  if (hasTexts || !isShown(answer)) return answer;
  throw redirectDocument(pathname + search);
}

/** Nothing of what leads elsewhere is shown; a refusal or failure is said by what every page has. */
const isShown = (answer: Answers) => Object.values(answer).every(({ type }) => type === 'data');
