import entries from './thesaurus.json';
import friends from './false-friends.json';
import cs from './languages/cs.json';
import da from './languages/da.json';
import fi from './languages/fi.json';
import hr from './languages/hr.json';
import hu from './languages/hu.json';
import lt from './languages/lt.json';
import lv from './languages/lv.json';
import pt from './languages/pt.json';
import ro from './languages/ro.json';
import sk from './languages/sk.json';
import sv from './languages/sv.json';

/** A term of the thesaurus in its language. */
export type Synonym = {
  language: string;
  text: string;
  /** Of another concept that answers the same question: it is found as well, and fits less. */
  isRelated?: boolean;
};

const languages = ['en', 'fr', 'de', 'it', 'es', 'pl', 'bg', 'el', 'nl'] as const;

/** The terms of further languages, by the first English term of their concept. */
export const furtherTerms: Readonly<Record<string, Readonly<Record<string, string[]>>>> = {
  cs,
  da,
  fi,
  hr,
  hu,
  lt,
  lv,
  pt,
  ro,
  sk,
  sv,
};

type Entry = { [Language in (typeof languages)[number]]?: string[] } & {
  topics?: readonly string[];
  /** Names that answer the question, and are no words for it. */
  also?: readonly string[];
};

/** A concept: what it is asked for by, and what is looked for then. */
export type Concept = {
  asked: readonly Synonym[];
  wanted: readonly Synonym[];
  /** The topics of decisions that are about it. */
  topics: readonly string[];
};

/**
 * So many terms of a language are looked for, of English all, as most summaries are in it; of the further
 * languages none, as hardly any text has them: each makes every search slower.
 */
const mostWanted = 5;

/** Terms whose stem is that of another word, mostly of English: "arts", a doctor in Dutch, and "Art.". */
const falseFriends: ReadonlySet<string> = new Set(
  Object.entries(friends).flatMap(([language, terms]) =>
    terms.map((text) => `${language} ${text}`),
  ),
);
const isClear = ({ language, text }: Synonym): boolean => !falseFriends.has(`${language} ${text}`);

const inLanguage = (language: string, terms: readonly string[]): Synonym[] =>
  terms.map((text) => ({ language, text }));

const given: readonly Concept[] = entries.map(({ also = [], topics = [], ...terms }: Entry) => {
  const [first = ''] = terms.en ?? [];
  const main = languages.map((language) => inLanguage(language, terms[language] ?? []));
  const more = Object.entries(furtherTerms).map(([language, one]) =>
    inLanguage(language, one[first] ?? []),
  );
  const wanted = main.flatMap((some) =>
    some.filter(isClear).slice(0, some[0]?.language === 'en' ? undefined : mostWanted),
  );
  return {
    asked: [...main, ...more].flat(),
    wanted: [...wanted, ...inLanguage('en', also)],
    topics,
  };
});

const codes =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK GB NO IS CH'.split(
    ' ',
  );
const called = (code: string, language: string): Synonym => ({
  language,
  text: new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code,
});

/** Countries as each language calls them. */
const countries: readonly Concept[] = codes.map((code) => {
  const wanted = languages.map((language) => called(code, language));
  const more = Object.keys(furtherTerms).map((language) => called(code, language));
  return { asked: [...wanted, ...more], wanted, topics: [] };
});

export const concepts: readonly Concept[] = [...given, ...countries];

/** ISO 3166-1 code of the country that one of the languages calls so. */
export const codeOfCountry = (isCalled: (name: string) => boolean): string | null =>
  codes[countries.findIndex(({ asked }) => asked.some(({ text }) => isCalled(text)))] ?? null;

/** The concept with this first English term. */
export const conceptOf = (term: string): number =>
  given.findIndex(({ asked: [first] }) => first?.text === term);
