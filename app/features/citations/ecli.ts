/** The parts of a European Case Law Identifier. */
export type Ecli = {
  /** ISO 3166 alpha-2, or EU. */
  country: string;
  /** Code of the court, as the country assigns it. */
  court: string;
  year: number;
  ordinal: string;
  /** The identifier in its usual spelling. */
  text: string;
};

/**
 * Reads an ECLI: `ECLI:country:court:year:ordinal`. The court code has 1 to 7 characters and begins
 * with a letter; the ordinal has at most 25 letters, digits and dots. Letter case carries no
 * meaning; blanks and unusual colons that copying adds are forgiven.
 * Source: Council conclusions 2011/C 127/01 and 2019/C 360/01, annex.
 * @returns null when the text is none
 */
export function parseEcli(input: string): Ecli | null {
  const tidy = input.normalize('NFKC').replace(/\s+/g, '');
  const found = /^ECLI:([A-Z]{2}):([A-Z][A-Z0-9]{0,6}):(\d{4}):([A-Z0-9.]{1,25})$/i.exec(tidy);
  if (!found) return null;
  const [, country = '', court = '', year = '', whole = ''] = found;
  // The full stop of the sentence is none of the number.
  const ordinal = whole.replace(/\.+$/, '');
  if (ordinal === '') return null;
  return {
    country: country.toUpperCase(),
    court,
    year: Number(year),
    ordinal,
    text: `ECLI:${country.toUpperCase()}:${court}:${year}:${ordinal}`,
  };
}

/** How the identifiers begin that this site gives to decisions without an ECLI. */
export const ownPrefix = 'DPJ:';

/** Whether a text is an identifier of this site: the prefix, then what an address can have. */
export const isOwnIdentifier = (text: string): boolean =>
  text.toUpperCase().startsWith(ownPrefix) && /^[^\s/?#]{5,80}$/.test(text);

/** By what a decision is named: its ECLI in the usual spelling, or its identifier of this site. */
export const identifierIn = (text: string): string | null =>
  isOwnIdentifier(text) ? text : (parseEcli(text)?.text ?? null);

/** An identifier in one spelling: letter case carries no meaning in it. */
export const identifierKey = (identifier: string): string => identifier.toUpperCase();

/**
 * An ECLI as its court writes it: letter case carries no meaning, but courts write their code in one way.
 * @param code of the court in its own spelling, where it is known
 */
export function spellEcli({ country, court, year, ordinal }: Ecli, code?: string | null): string {
  const isOfCourt = code?.toUpperCase() === court.toUpperCase();
  return ['ECLI', country, isOfCourt ? code : court, year, ordinal].join(':');
}

/** Names of European courts by the country and court part of the ECLI, for a form to fill in. */
const courtNames: Record<string, string> = {
  'EU:C': 'Court of Justice of the European Union',
  'EU:T': 'General Court of the European Union',
  'CE:ECHR': 'European Court of Human Rights',
  'DE:BVERFG': 'Bundesverfassungsgericht',
  'DE:BGH': 'Bundesgerichtshof',
  'DE:BVERWG': 'Bundesverwaltungsgericht',
  'DE:BAG': 'Bundesarbeitsgericht',
  'FR:CECHR': 'Conseil d’État',
  'FR:CCASS': 'Cour de cassation',
  'NL:HR': 'Hoge Raad',
  'NL:RVS': 'Raad van State',
  'AT:OGH0002': 'Oberster Gerichtshof',
  'AT:VWGH': 'Verwaltungsgerichtshof',
  'BE:CASS': 'Hof van Cassatie / Cour de cassation',
  'BE:GHCC': 'Grondwettelijk Hof / Cour constitutionnelle',
  'ES:TS': 'Tribunal Supremo',
  'ES:TC': 'Tribunal Constitucional',
  'IT:CASS': 'Corte suprema di cassazione',
  'IT:COST': 'Corte costituzionale',
  'FI:KHO': 'Korkein hallinto-oikeus',
  'FI:KKO': 'Korkein oikeus',
  'CZ:NSS': 'Nejvyšší správní soud',
  'CZ:US': 'Ústavní soud',
  'SI:VSRS': 'Vrhovno sodišče',
  'PL:SN': 'Sąd Najwyższy',
};

/** @returns the name of the court an ECLI names, null when it is not in our list */
export function courtOfEcli({ country, court }: Ecli): string | null {
  return courtNames[`${country}:${court.toUpperCase()}`] ?? null;
}

/**
 * The case number an ECLI of the Court of Justice or of a German federal court does not carry;
 * those of the European Court of Human Rights end with it (`…JUD001234506` is 12345/06).
 * @returns null when it is unknown
 */
export function caseNumberOfEcli({ country, court, ordinal }: Ecli): string | null {
  if (`${country}:${court.toUpperCase()}` !== 'CE:ECHR') return null;
  const found = /(?:JUD|DEC)0*(\d+)(\d{2})$/i.exec(ordinal);
  return found ? `${found[1]}/${found[2]}` : null;
}
