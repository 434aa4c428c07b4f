import { beforeEach, expect, test } from 'vitest';
import { parseConfig, setConfig } from '~/config/config.server';
import { anonymous } from '~/policy/actor';
import { askRoute } from '../../tests/support/site/route-request';
import { languageOf } from './language.server';

beforeEach(() => setConfig(parseConfig({ LANGUAGES: 'fr,en' })));

/** Spec section 4: a stored language that is not active falls back to the default. */
test.each([
  ['', 'fr'],
  ['lang=en', 'en'],
  ['a=b; lang=en; c=d', 'en'],
  ['lang=de', 'fr'],
  ['lang=xx', 'fr'],
  ['lang=EN', 'fr'],
  ['lang=english', 'fr'],
  ['lang=', 'fr'],
  ['language=en', 'fr'],
  ['mylang=en', 'fr'],
  ['lang=en<script>', 'fr'],
])('the language of a request with the cookie %j is %s', (cookie, language) => {
  expect(languageOf(new Headers({ cookie }))).toBe(language);
});

test('without a cookie it is the default', () => {
  expect(languageOf(new Headers({ 'accept-language': 'en' }))).toBe('fr');
});

test('the choice is kept in a cookie that is Secure, of active languages only', async () => {
  const choose = (language: string) =>
    askRoute({ actor: anonymous, pattern: '/language', form: { language, from: '/news' } });
  const chosen = await choose('en');
  if (!(chosen instanceof Response)) throw new Error('The choice leads nowhere');
  expect(chosen.headers.get('location')).toBe('/news');
  expect(chosen.headers.getSetCookie()).toEqual([
    'lang=en; Path=/; Max-Age=31536000; Secure; SameSite=Lax',
  ]);
  const refused = await choose('de');
  expect(refused instanceof Response && refused.headers.getSetCookie()).toEqual([]);
});
