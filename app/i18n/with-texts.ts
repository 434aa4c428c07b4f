import { redirectDocument } from 'react-router';
import { isFileAddress } from '~/lib/addresses/file-addresses';
import { loadTextsFor } from './browser-texts';

type Answers = Record<string, { type: 'data' | 'error'; result: unknown }>;

/**
 * In the browser: what the routes answer, once there are the texts to show it with. When these
 * cannot be had, what was sent is answered all the same, since it was done; a page to look at is
 * loaded as a whole, which needs no texts of ours.
 * @throws Response that has the page loaded as a whole
 */
export async function withTexts<Given extends Answers>(
  { method, url }: Pick<Request, 'method' | 'url'>,
  next: () => Promise<Given>,
): Promise<Given> {
  const { pathname, search } = new URL(url);
  if (isFileAddress(pathname)) return next();
  const load = () =>
    loadTextsFor(pathname).then(
      () => true,
      () => false,
    );
  if (method !== 'GET') {
    const answer = await next();
    await load();
    return answer;
  }
  const [answer, isComplete] = await Promise.all([next(), load()]);
  if (isComplete || !isShown(answer)) return answer;
  throw redirectDocument(pathname + search);
}

/** Nothing of what leads elsewhere is shown; a refusal or failure is said by what every page has. */
const isShown = (answer: Answers) => Object.values(answer).every(({ type }) => type === 'data');
