import { expect, test } from 'vitest';
import { newId } from '~/lib/new-id';
import { configure } from '../tests/support/database/configure';
import { askingRoutes } from '../tests/support/site/served-routes';
import { withReadableError } from './readable-error';

const addresses = [`/files/${newId()}/report.pdf`, '/events/nope/calendar', '/feeds/atom/it'];
const browser = { Accept: 'text/html,application/xhtml+xml' };

test('who opens the address of a file that is not there reads a sentence', async () => {
  configure({ LANGUAGES: 'en,fr,de' });
  const ask = await askingRoutes(addresses);
  for (const address of addresses) {
    const answer = await ask(address, { headers: { ...browser, Cookie: 'lang=fr' } });
    expect(answer.status, address).toBe(404);
    expect(answer.headers.get('Content-Type')).toContain('text/html');
    const page = await answer.text();
    expect(page).toContain('<html lang="fr"');
    expect(page).toContain('<h1>Page introuvable</h1>');
    expect(page).toContain('<a href="/">');
    expect(page).not.toContain('error.not-found');
  }
});

test('a program reads the key of the sentence', async () => {
  const ask = await askingRoutes(addresses);
  for (const address of addresses) {
    const answer = await ask(address, { headers: { Accept: '*/*' } });
    expect(answer.status, address).toBe(404);
    expect(await answer.json()).toBe('error.not-found');
  }
});

const answerOf = (status: number, about: unknown) =>
  withReadableError(
    new Request('https://association.example/file', { headers: browser }),
    Response.json(about, { status, headers: { Vary: 'Cookie' } }),
    'en',
  );

test.each([
  [
    410,
    { title: 'Old', reason: 'It named a party.', at: null },
    ['withdrawn', 'It named a party.'],
  ],
  [429, 'error.export.running', ['The site is busy', 'Wait until that download']],
  [503, { requestId: 'the-request' }, ['We will be back soon', 'the-request']],
  [500, { requestId: 'the-request' }, ['Something went wrong', 'the-request']],
])('what a page says of %s, and more where there is more', async (status, about, words) => {
  const answer = await answerOf(status, about);
  expect(answer.status).toBe(status);
  expect(answer.headers.get('Vary')).toBe('Cookie, Accept');
  const page = await answer.text();
  for (const word of words) expect(page).toContain(word);
});
