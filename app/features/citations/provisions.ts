import { capitalised } from '~/lib/format/format-date';

/**
 * The instruments that decisions apply, with their usual names and where their text is (ELI, the
 * European Legislation Identifier, Council conclusions 2012/C 325/02).
 */
export const instruments = {
  gdpr: { en: 'GDPR', fr: 'RGPD', de: 'DSGVO', eli: 'reg/2016/679' },
  charter: { en: 'Charter', fr: 'Charte', de: 'Charta', eli: 'treaty/char_2016' },
  led: {
    en: 'Directive (EU) 2016/680',
    fr: 'directive (UE) 2016/680',
    de: 'Richtlinie (EU) 2016/680',
    eli: 'dir/2016/680',
  },
  eudpr: {
    en: 'Regulation (EU) 2018/1725',
    fr: 'règlement (UE) 2018/1725',
    de: 'Verordnung (EU) 2018/1725',
    eli: 'reg/2018/1725',
  },
  eprivacy: {
    en: 'Directive 2002/58/EC',
    fr: 'directive 2002/58/CE',
    de: 'Richtlinie 2002/58/EG',
    eli: 'dir/2002/58',
  },
  dpd: {
    en: 'Directive 95/46/EC',
    fr: 'directive 95/46/CE',
    de: 'Richtlinie 95/46/EG',
    eli: 'dir/1995/46',
  },
  'data-retention': {
    en: 'Directive 2006/24/EC',
    fr: 'directive 2006/24/CE',
    de: 'Richtlinie 2006/24/EG',
    eli: 'dir/2006/24',
  },
  pnr: {
    en: 'Directive (EU) 2016/681',
    fr: 'directive (UE) 2016/681',
    de: 'Richtlinie (EU) 2016/681',
    eli: 'dir/2016/681',
  },
  'company-law': {
    en: 'Directive (EU) 2017/1132',
    fr: 'directive (UE) 2017/1132',
    de: 'Richtlinie (EU) 2017/1132',
    eli: 'dir/2017/1132',
  },
  'ai-act': {
    en: 'Regulation (EU) 2024/1689',
    fr: 'règlement (UE) 2024/1689',
    de: 'Verordnung (EU) 2024/1689',
    eli: 'reg/2024/1689',
  },
  dsa: {
    en: 'Regulation (EU) 2022/2065',
    fr: 'règlement (UE) 2022/2065',
    de: 'Verordnung (EU) 2022/2065',
    eli: 'reg/2022/2065',
  },
  echr: { en: 'ECHR', fr: 'CEDH', de: 'EMRK', eli: null },
  tfeu: { en: 'TFEU', fr: 'TFUE', de: 'AEUV', eli: 'treaty/tfeu_2016' },
  convention108: { en: 'Convention 108', fr: 'Convention 108', de: 'Übereinkommen 108', eli: null },
} satisfies Record<string, { en: string; fr: string; de: string; eli: string | null }>;

type Instrument = keyof typeof instruments;

/** A provision by its parts; the canonical spelling is "gdpr/82/1/b". */
export type Provision = {
  instrument: Instrument;
  article: string;
  paragraph: string;
  letter: string;
};

const form = /^([a-z0-9-]+)(?:\/(\d{1,3}[a-z]?)(?:\/(\d{0,2})(?:\/([a-z]{1,2}))?)?)?$/;

/** @returns null when the text is no provision in the canonical spelling */
export function parseProvision(text: string): Provision | null {
  const [, code = '', article = '', paragraph = '', letter = ''] = form.exec(text) ?? [];
  const instrument = instrumentOf(code);
  return instrument && { instrument, article, paragraph, letter };
}

export function instrumentOf(code: string): Instrument | null {
  return isInstrument(code) ? code : null;
}

function isInstrument(code: string): code is Instrument {
  return Object.hasOwn(instruments, code);
}

/** The number of the last article of each; articles with a letter came later, and are not counted. */
const lastArticles: Record<Instrument, number> = {
  gdpr: 99,
  charter: 54,
  led: 65,
  eudpr: 101,
  eprivacy: 21,
  dpd: 34,
  'data-retention': 17,
  pnr: 22,
  'company-law': 168,
  'ai-act': 113,
  dsa: 93,
  echr: 59,
  tfeu: 358,
  convention108: 31,
};

/** Whether an instrument has an article with this number: "gdpr/82". */
export function isKnownArticle(provision: string): boolean {
  const parts = parseProvision(provision);
  if (!parts || !/^[1-9]\d*$/.test(parts.article)) return false;
  return Number(parts.article) <= lastArticles[parts.instrument];
}

/** Definitions, which have numbered points where other articles have paragraphs. */
const definitions = new Set(['gdpr/4', 'led/3', 'eudpr/3', 'pnr/3', 'ai-act/3']);

type Words = {
  article: string;
  paragraph: string;
  /** Instead of the paragraph, in definitions. */
  point: string;
  letter: string;
  /** Instead of the letter, within a point. */
  letterOfPoint: string;
  end: string;
  /** After a letter. */
  endOfLetter: string;
  /** An instrument after the article, or after its last part. */
  of: (instrument: string, isWhole: boolean) => string;
};

/** Abbreviations follow the article at once: "Article 82 GDPR". */
const words: Record<string, Words> = {
  en: {
    article: 'Article ',
    paragraph: '(',
    point: '(',
    letter: '(',
    letterOfPoint: '(',
    end: ')',
    endOfLetter: ')',
    of: (instrument) => {
      if (instrument === 'Charter') return ` of the ${instrument}`;
      return /^(Directive|Regulation|Convention)/.test(instrument)
        ? ` of ${instrument}`
        : ` ${instrument}`;
    },
  },
  fr: {
    article: 'article ',
    paragraph: ', paragraphe ',
    point: ', point ',
    letter: ', point ',
    // "Point" is not repeated (Code de rédaction interinstitutionnel, 3.2.3); the Court has "sous".
    letterOfPoint: ', sous ',
    end: '',
    endOfLetter: ')',
    of: (instrument, isWhole) =>
      `${isWhole ? '' : ','} ${isFeminineInFrench(instrument) ? 'de la' : 'du'} ${instrument}`,
  },
  de: {
    article: 'Artikel ',
    paragraph: ' Absatz ',
    point: ' Nummer ',
    letter: ' Buchstabe ',
    letterOfPoint: ' Buchstabe ',
    end: '',
    endOfLetter: '',
    of: (instrument) => {
      if (/^(Richtlinie|Verordnung|Charta)/.test(instrument)) return ` der ${instrument}`;
      return ` ${instrument.replace(/^Übereinkommen/, 'des $&s')}`;
    },
  },
};

/** "la directive", "la Charte", "la CEDH", "la Convention"; all others are "le". */
function isFeminineInFrench(instrument: string): boolean {
  return /^(directive|Charte|CEDH|Convention)/.test(instrument);
}

/**
 * "Article 82(1) GDPR", as the Union's own texts write it in each language; within a sentence, where
 * French begins with a small letter.
 */
export function provisionName(provision: string, language: string): string {
  const parts = parseProvision(provision);
  const said = words[language] ?? words.en;
  if (!parts || !said) return provision;
  const names: Record<string, string | null> = instruments[parts.instrument];
  const instrument = names[language] ?? instruments[parts.instrument].en;
  if (!parts.article) return instrument;
  const isDefinition = definitions.has(`${parts.instrument}/${parts.article}`);
  const before = isDefinition ? said.point : said.paragraph;
  const paragraph = parts.paragraph && `${before}${parts.paragraph}${said.end}`;
  const within = isDefinition && parts.paragraph ? said.letterOfPoint : said.letter;
  const letter = parts.letter && `${within}${parts.letter}${said.endOfLetter}`;
  const of = said.of(instrument, !parts.paragraph && !parts.letter);
  return `${said.article}${parts.article}${paragraph}${letter}${of}`;
}

/** The same on its own, as a heading or in a list: French "Article 82 du RGPD". */
export function provisionTitle(provision: string, language: string): string {
  return capitalised(provisionName(provision, language), language);
}

/** What a sentence is on: "Article 82 GDPR", in French "à l’article 82 du RGPD" and "au RGPD". */
export function provisionConcerned(provision: string, language: string): string {
  const name = provisionName(provision, language);
  const parts = parseProvision(provision);
  if (language !== 'fr' || !parts) return name;
  if (parts.article) return `à l’${name}`;
  return `${isFeminineInFrench(name) ? 'à la' : 'au'} ${name}`;
}

/** Where the Union publishes the text of an instrument; null when it does not. */
export function officialTextOf(instrument: string): string | null {
  const known = instrumentOf(instrument);
  const eli = known && instruments[known].eli;
  return eli ? `https://eur-lex.europa.eu/eli/${eli}/oj` : null;
}
