import words from './provision-words.json';

/** A provision that a query names: "Art. 82 Abs. 1 DSGVO" is article 82, paragraph 1 of the GDPR. */
export type Provision = { article: string; paragraph: string | null; isGdpr: boolean };

/** What an article and its paragraph are called, and the GDPR, in the languages of the texts. */
const articleWords = words.article.join('|');
const paragraphWords = words.paragraph.join('|');
const ofWords = words.of.join('|');
const gdprNames = words.gdpr.join('|');

const provision = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${articleWords})\.?\s*(\d{1,3})(?:\s*\(\s*(\d{1,2})\s*\)|[\s,]+(?:${paragraphWords})\.?\s*(\d{1,2}))?(?:\s*\(?[a-z]\))?(?![\p{L}\p{N}])(?:[\s,]*(?:(?:${ofWords}) )?(${gdprNames})(?![\p{L}\p{N}]))?`,
  'giu',
);
const gdprFirst = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${gdprNames})[\s,]+(?=(?:${articleWords})\.?\s*\d)`,
  'giu',
);

/** The provisions in a query, and what is left of it without them. */
export function takeProvisions(query: string): { provisions: Provision[]; rest: string } {
  const isNamedFirst = query.search(gdprFirst) >= 0;
  const plain = query.replace(gdprFirst, ' ');
  const provisions = [...plain.matchAll(provision)].map(
    ([, article = '', first, second, name]) => ({
      article,
      paragraph: first ?? second ?? null,
      isGdpr: isNamedFirst || name !== undefined,
    }),
  );
  return { provisions, rest: plain.replace(provision, ' ') };
}

/**
 * What `article:` asks for: "82", "82(1)", "Art. 82 GDPR", or "gdpr/82/1" as addresses and exports have it;
 * null for anything else.
 */
export function provisionOf(value: string): Provision | null {
  const [, code, number, part] =
    /^(?:([a-z]+)\/)?(\d{1,3})(?:\/(\d{1,2}))?(?:\/[a-z]{1,2})?$/i.exec(value) ?? [];
  if (number)
    return { article: number, paragraph: part ?? null, isGdpr: code?.toLowerCase() === 'gdpr' };
  const [first] = [value, `article ${value}`].flatMap((text) => takeProvisions(text).provisions);
  return first ?? null;
}

const oneOf = (lexemes: readonly string[]) =>
  `(${lexemes.map((lexeme) => `'${lexeme}'`).join(' | ')})`;
// As the configurations of the languages write them.
const anyArticle = oneOf(words.articleLexemes);
const anyGdpr = oneOf(words.gdprLexemes);
const anyParagraph = oneOf(words.paragraphLexemes);

/**
 * The words of a provision as tsqueries: the article has to be there; a text that has its paragraph
 * and its act fits better.
 */
export function provisionQuery({ article, paragraph, isGdpr }: Provision) {
  const itself = `${anyArticle} <-> '${article}'`;
  const gaps = [1, 2, 3, 4].map((gap) => `${itself} <${gap}> ${anyGdpr}`);
  return {
    itself,
    paragraph:
      paragraph === null
        ? null
        : `(${itself} <-> '${paragraph}' | ${itself} <-> ${anyParagraph} <-> '${paragraph}')`,
    act: isGdpr ? `(${[`${anyGdpr} <-> ${itself}`, ...gaps].join(' | ')})` : null,
  };
}
