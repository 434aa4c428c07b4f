import { xmlElement } from '~/answers/xml';
import type { Language } from '~/config/config.server';
import type { TextKey } from '~/i18n/translate';
import { translateIn } from '~/i18n/translations.server';
import { isErrorCode } from '~/policy/errors';
import { association } from '~/platform/association.server';

const sentences: Record<number, [title: TextKey, text: TextKey]> = {
  404: ['not-found.title', 'error.not-found'],
  410: ['expired.title', 'expired.text'],
  503: ['unavailable.title', 'unavailable.text'],
};
const failed = ['failed.title', 'failed.text'] as const;
const withdrawn = ['withdrawn.title', 'error.content.withdrawn'] as const;

/**
 * A route without a page, such as that of a file, refuses with the key of a text as JSON. Who has
 * opened its address in a browser gets a small page that says the same; programs get the JSON.
 */
export async function withReadableError(
  { url, method, headers }: Request,
  answer: Response,
  language: Language,
): Promise<Response> {
  const { pathname } = new URL(url);
  const isForPrograms = pathname.startsWith('/api/') || pathname.endsWith('.data');
  const isNavigation = method === 'GET' && headers.get('Accept')?.includes('text/html');
  const isJson = answer.headers.get('Content-Type')?.startsWith('application/json');
  if (answer.status < 400 || !isJson || !isNavigation || isForPrograms) return answer;
  const about: unknown = await answer.json();
  const kept = new Headers(answer.headers);
  kept.set('Content-Type', 'text/html; charset=utf-8');
  kept.delete('Content-Length');
  return new Response(pageOf(sentencesOf(answer.status, about), language), {
    status: answer.status,
    headers: kept,
  });
}

function sentencesOf(status: number, about: unknown): readonly [title: TextKey, text: TextKey] {
  const isWithdrawn = typeof about === 'object' && about !== null && 'reason' in about;
  const [title, text] = isWithdrawn ? withdrawn : (sentences[status] ?? failed);
  return [title, typeof about === 'string' && isErrorCode(about) ? about : text];
}

function pageOf([title, text]: readonly [TextKey, TextKey], language: Language): string {
  const t = translateIn(language);
  const head = xmlElement('head', {}, [
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    '<meta name="robots" content="noindex">',
    xmlElement('title', {}, `${t(title)} – ${association().shortName}`),
  ]);
  const home = xmlElement('a', { href: '/' }, t('not-found.home'));
  const main = xmlElement('main', {}, [
    xmlElement('h1', {}, t(title)),
    xmlElement('p', {}, t(text)),
    xmlElement('p', {}, [home]),
  ]);
  return `<!doctype html>${xmlElement('html', { lang: language }, [head, xmlElement('body', {}, [main])])}`;
}
