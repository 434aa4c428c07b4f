import { xmlElement } from '~/answers/xml';
import type { Language } from '~/config/config.server';
import { translateIn } from '~/i18n/translations.server';
import { errorTexts, fieldIn, isWithdrawn } from '~/layout/error-texts';
import { association } from '~/platform/association.server';

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
  kept.append('Vary', 'Accept');
  kept.delete('Content-Length');
  return new Response(pageOf(answer.status, about, language), {
    status: answer.status,
    headers: kept,
  });
}

const style = 'color-scheme: light dark; font: 1.125rem/1.6 system-ui, sans-serif';
const column = 'max-width: 36rem; margin: 15vh auto; padding: 0 1.25rem';

function pageOf(status: number, about: unknown, language: Language): string {
  const t = translateIn(language);
  const said = errorTexts(status, about);
  const title = t(said.title);
  const requestId = fieldIn(about, 'requestId');
  const lines = [
    t(said.text),
    ...(isWithdrawn(about) ? [about.reason] : []),
    ...(status >= 500 && requestId ? [t('failed.request', { id: requestId })] : []),
  ];
  const head = xmlElement('head', {}, [
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    '<meta name="robots" content="noindex">',
    xmlElement('title', {}, `${title} – ${association().shortName}`),
  ]);
  const home = xmlElement('a', { href: '/' }, t('not-found.home'));
  const main = xmlElement('main', {}, [
    xmlElement('h1', {}, title),
    ...lines.map((line) => xmlElement('p', {}, line)),
    xmlElement('p', {}, [home]),
  ]);
  const body = xmlElement('body', { style: column }, [main]);
  return `<!doctype html>${xmlElement('html', { lang: language, style }, [head, body])}`;
}
