import { expect, test } from 'vitest';
import { newId } from '~/lib/new-id';
import { configure } from '../tests/support/database/configure';
import { askingRoutes } from '../tests/support/site/served-routes';

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
