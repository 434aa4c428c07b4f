import { expect, test } from 'vitest';
import { translations } from '~/i18n/translations.server';
import { actorWithRole } from '../../../../tests/support/people/actors';
import agreement from '../../../../content/pages/end-user-agreement.en.json';
import { getMemberGuide, getSecretariatGuide } from './guide.server';

const languages = ['fr', 'de'] as const;
const guides = { members: getMemberGuide, secretariat: getSecretariatGuide };
const admin = actorWithRole('ADMIN');

/** Everything that a guide says. */
const textsOf = (guide: ReturnType<typeof getMemberGuide>) => [
  guide.title,
  guide.intro,
  ...guide.sections.flatMap(({ heading, paragraphs, steps }) => [heading, ...paragraphs, ...steps]),
];

/** Which sections there are, and how much each says. */
const outlineOf = (guide: ReturnType<typeof getMemberGuide>) =>
  guide.sections.map(({ paragraphs, steps }) => [paragraphs.length, steps.length]);

test.each(Object.entries(guides))('the guide for %s says the same in every language', (_, get) => {
  const english = get(admin, 'en');
  expect(english.sections.length).toBeGreaterThan(7);
  for (const language of languages) {
    const guide = get(admin, language);
    expect(outlineOf(guide)).toEqual(outlineOf(english));
    const [ours, theirs] = [textsOf(english), textsOf(guide)];
    for (const [position, text] of theirs.entries()) {
      const other = ours[position] ?? '';
      if (!/^Forum$/.test(text)) expect(text, language).not.toBe(other);
      expect(text.length, text).toBeGreaterThan(other.length * 0.5);
      expect(text.length, text).toBeLessThan(other.length * 2 + 10);
    }
  }
});

test.each(['en', ...languages] as const)(
  'what a guide quotes stands on the pages (%s)',
  (language) => {
    const shown = new Set(Object.values(translations[language]));
    const said = Object.values(guides).flatMap((get) => textsOf(get(admin, language)));
    const quoted = said.flatMap((text) =>
      [...text.matchAll(/“([^”]+)”|„([^“]+)“|«\s([^»]+)\s»/g)].map(([, ...words]) =>
        words.join(''),
      ),
    );
    expect(quoted.length).toBeGreaterThan(1);
    expect(quoted.filter((words) => !shown.has(words))).toEqual([]);
  },
);

test('a guide is for those whom it concerns', () => {
  expect(() => getMemberGuide(actorWithRole('UNAUTHENTICATED'), 'en')).toThrow('error.not-found');
  expect(() => getSecretariatGuide(actorWithRole('USER'), 'en')).toThrow('error.not-found');
});

test.each(['en', ...languages] as const)(
  'the rule on pending cases is the same in the composer and the guide (%s)',
  (language) => {
    const rule = translations[language]['forum.pending-case-rule'] ?? '';
    const [sentence = ''] = /^[^.]+\./.exec(rule) ?? [];
    expect(textsOf(getMemberGuide(admin, language)).join('\n')).toContain(sentence);
    // The agreement that a new site starts with is English.
    if (language === 'en') expect(JSON.stringify(agreement)).toContain(sentence);
  },
);
