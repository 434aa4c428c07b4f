import actWords from '~/features/citations/recogniser/tables/acts.json';
import { wordsFor } from '~/features/citations/recogniser/word-lists';
import tables from '~/features/citations/recogniser/tables/words.json';
import words from './provision-words.json';

type Act = keyof typeof words.acts;

/** A provision that a query names: "Art. 82 Abs. 1 DSGVO" is article 82, paragraph 1 of the GDPR. */
export type Provision = {
  article: string;
  paragraph: string | null;
  letter: string | null;
  act: Act | null;
  /** As addresses name the act, where it is one whose provisions decisions have. */
  instrument: string | null;
};

/** "Regulation (EU) No 2016/679": in each language what stands before the number of an act. */
const withKind = (name: string) =>
  name
    .replace('{directive}', oneOfWords(words.directive))
    .replace('{regulation}', oneOfWords(words.regulation))
    .replace('{parliament}', parliamentAndCouncil)
    .replace('{number}', oneOfWords(words.number));
const oneOfWords = (list: readonly string[]) => `(?:${list.join('|')})`;
/** "of the European Parliament and of the Council", as citations of acts have it. */
const parliamentAndCouncil = oneOfWords(actWords.parliament);
/** What an article, its paragraph and letter, and the acts are called in the languages of the texts. */
const articleWord = oneOfWords(words.article);
const paragraphWord = oneOfWords(words.paragraph);
const letterWord = oneOfWords(words.letter);
const ofWord = oneOfWords(words.of);
const namesOf = Object.entries(words.acts).map(([act, names]) => {
  return [act, oneOfWords(names.map(withKind))] as const;
});
const actName = oneOfWords(namesOf.map(([, names]) => names));
const acts: readonly (readonly [Act, RegExp])[] = namesOf.flatMap(([act, names]) =>
  isAct(act) ? [[act, new RegExp(`^${names}$`, 'iu')] as const] : [],
);

function isAct(name: string): name is Act {
  return name in words.acts;
}

const notInWord = String.raw`(?<![\p{L}\p{N}])`;
const wordEnds = String.raw`(?![\p{L}\p{N}])`;
const part = String.raw`(?:\s*\(\s*(\d{1,2})\s*\)|\.(\d{1,2})|[\s,]*${paragraphWord}\.?\s*(\d{1,2}))`;
const letter = String.raw`(?:[\s,]*${letterWord}(?!\p{L})\.?\s*\(?(στ|\p{L})(?![\p{L}'’])\)?|[\s,]*\(?(στ|\p{L})\)|(?<=\))([a-k]))`;
const ofAct = String.raw`(?:[\s,]*(?:${ofWord} )?(${actName})${wordEnds})`;

const provision = new RegExp(
  String.raw`${notInWord}${articleWord}\.?\s*(\d{1,3})${part}?${letter}?${wordEnds}${ofAct}?`,
  'giu',
);
const actFirst = new RegExp(
  String.raw`${notInWord}(${actName})[\s,]+(?:${articleWord}\.?\s*)?(\d{1,3}${part}?${letter}?)(?![\p{L}\p{N}/.-])`,
  'giu',
);
/** "15(1)(c) GDPR": the act says that it is an article. */
const withoutWord = new RegExp(
  String.raw`(?<![\p{L}\p{N}./-])(?=\d{1,3}${part}?${letter}?[\s,]+(?:${ofWord} )?${actName}${wordEnds})`,
  'giu',
);
/** An act alone, by its number or in full, and the short name that other texts have for it. */
const shortNames: readonly (readonly [Act, string])[] = [
  ['gdpr', 'GDPR'],
  ['eprivacy', 'ePrivacy'],
  ['dpd', '95/46/EC'],
  ['led', '2016/680'],
  ['eudpr', '2018/1725'],
  ['pnr', '2016/681'],
  ['data-retention', '2006/24/EC'],
  ['ai-act', '2024/1689'],
  ['dsa', '2022/2065'],
];
/** "2016/679 of the European Parliament and of the Council": who made an act tells nothing. */
const madeBy = new RegExp(
  String.raw`(?<=\d(?:/\p{L}{2,3})?)[\s,]+${parliamentAndCouncil}${wordEnds}`,
  'giu',
);
const inFull = shortNames.map(([act, short]) => {
  const names = words.acts[act].filter((name) => /\{|.{28}/.test(name)).map(withKind);
  return [new RegExp(`${notInWord}${oneOfWords(names)}${wordEnds}`, 'giu'), short] as const;
});

export type NamedAct = { text: string; short: string };

function takeActs(query: string): { acts: NamedAct[]; rest: string } {
  const found: NamedAct[] = [];
  const rest = inFull.reduce(
    (left, [name, short]) =>
      left.replace(name, (text) => {
        found.push({ text, short });
        return ' ';
      }),
    query,
  );
  return { acts: found, rest };
}

/** A query without the acts that are named by their numbers, which look like those of cases. */
export const withoutActs = (query: string): string => takeActs(query.replace(madeBy, '')).rest;

/** "82 III DSGVO", as German lawyers write a paragraph. */
const romanParagraph = /(?<=\d )(I{1,3}|IV|VI{0,3})(?= (?:lit|Satz|S\.|DS-?GVO|GRCh))/gu;
const romanNumbers = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII'];

const [point, paragraphs, of] = [wordsFor('letter'), wordsFor('paragraph'), wordsFor('of')];
const within = wordsFor('part');
const pointFirst = String.raw`${point} \(?(στ|\p{L})\)? (?:(?:${of} ${within} )?${of} ?|(?=${paragraphs} ?\d))`;
const paragraphFirst = String.raw`${paragraphs} ?(\d{1,2})(?:er|º|°)? ${of} ?`;
/** "point (f) of paragraph 1 of Article 6": what texts put before the article. */
const partsFirst = new RegExp(
  String.raw`${notInWord}(?:${pointFirst})?(?:${paragraphFirst})?(${articleWord}\.?\s*\d{1,3})(${part.replaceAll('(\\d', '(?:\\d')}?)`,
  'giu',
);
/** "Article 6(1), first subparagraph, point (f)": decisions have the point without it. */
const subparagraph = new RegExp(String.raw`[\s,]+${within}(?=[\s,]+${point}\s)`, 'giu');
const ordinals = tables.nl.ordinal;
const ordinalParagraph = new RegExp(
  String.raw`(?<=\d,? )${oneOfWords(ordinals)}(?![\p{L}\p{N}])`,
  'giu',
);

/** A query in which the parts of an article follow it, by their numbers. */
const inOrder = (query: string): string =>
  query
    .replaceAll('’', "'")
    .replace(ordinalParagraph, (name) => `lid ${ordinals.indexOf(name.toLowerCase()) + 1}`)
    .replace(subparagraph, '')
    .replace(partsFirst, (...found: string[]) => {
      const [, first, number, article = '', own = ''] = found;
      const paragraph = own || (number ? `(${number})` : '');
      return `${article}${paragraph}${first ? ` lit ${first}` : ''}`;
    });

/** The provisions and acts in a query, and what is left of it without them. */
export function takeProvisions(query: string) {
  const plain = inOrder(query)
    .replace(madeBy, '')
    .replace(romanParagraph, (roman) => `(${romanNumbers.indexOf(roman) + 1})`)
    .replace(actFirst, (_whole, act: string, number: string) => `article ${number} ${act}`);
  const rest = plain.replace(provision, ' ').replace(withoutWord, 'article ');
  const provisions = [plain, rest].flatMap((text) =>
    [...text.matchAll(provision)].map(readProvision),
  );
  return { provisions, ...takeActs(rest.replace(provision, ' ')) };
}

function readProvision(found: RegExpExecArray): Provision {
  const [, article = '', first, second, third, one, other, attached, act] = found;
  return {
    article,
    paragraph: first ?? second ?? third ?? null,
    letter: latinLetter(one ?? other ?? attached),
    act: actNamed(act),
    instrument: actNamed(act),
  };
}

const actNamed = (name: string | undefined): Act | null =>
  (name && acts.find(([, names]) => names.test(name))?.[0]) || null;

/** Letters of a list in Cyrillic and Greek, in their order. */
const alphabets = [Array.from('абвгдежз'), ['α', 'β', 'γ', 'δ', 'ε', 'στ', 'ζ', 'η']];

function latinLetter(given: string | undefined): string | null {
  if (!given) return null;
  const typed = given.toLowerCase();
  const place = Math.max(...alphabets.map((letters) => letters.indexOf(typed)));
  const latin = place < 0 ? typed : 'abcdefgh'.charAt(place);
  return /^[a-z]$/.test(latin) ? latin : null;
}

/**
 * What `article:` asks for: "82", "82(1)", "Art. 82 GDPR", or "gdpr/82/1" as addresses and exports have it;
 * null for anything else.
 */
export function provisionOf(value: string): Provision | null {
  const [, code, number, paragraph, point] =
    /^(?:([a-z0-9-]+)\/)?(\d{1,3})(?:\/(\d{1,2}))?(?:\/([a-z])[a-z]?)?$/i.exec(value) ?? [];
  if (number) {
    return {
      article: number,
      paragraph: paragraph ?? null,
      letter: latinLetter(point),
      act: code ? actNamed(code) : null,
      instrument: code?.toLowerCase() ?? null,
    };
  }
  const [first] = [value, `article ${value}`].flatMap((text) => takeProvisions(text).provisions);
  return first ?? null;
}

const oneOf = (lexemes: readonly string[]) =>
  `(${lexemes.map((lexeme) => `'${lexeme}'`).join(' | ')})`;
// As the configurations of the languages write them.
const anyArticle = oneOf(words.articleLexemes);
const anyParagraph = oneOf(words.paragraphLexemes);

/** Letters that the configurations of the languages leave out. */
const unindexedLetters = new Set(['a', 'd', 'e', 'i', 'l', 'o', 's', 't', 'y']);

/**
 * The words of a provision as tsqueries: the article has to be there; a text that has its paragraph,
 * the letter in it and its act fits better.
 */
export function provisionQuery({ article, paragraph, letter: point, act }: Provision) {
  const itself = `${anyArticle} <-> '${article}'`;
  const whole =
    paragraph === null
      ? null
      : `(${itself} <-> '${paragraph}' | ${itself} <-> ${anyParagraph} <-> '${paragraph}')`;
  const anyAct = act && oneOf(words.lexemes[act]);
  const gaps = [1, 2, 3, 4].map((gap) => `${itself} <${gap}> ${anyAct}`);
  return {
    itself,
    paragraph: whole,
    letter:
      point === null || unindexedLetters.has(point) ? whole : `(${whole ?? itself} <-> '${point}')`,
    act: act && `(${[`${anyAct} <-> ${itself}`, ...gaps].join(' | ')})`,
  };
}
