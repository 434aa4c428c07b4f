import { capitalised, localeOf } from './format-date';

/** ISO 3166-1 alpha-2 codes. */

/** European Union, European Economic Area, Switzerland, United Kingdom, candidates for accession. */
export const nearCountries =
  'AL AT BA BE BG CH CY CZ DE DK EE ES FI FR GB GE GR HR HU IE IS IT LI LT LU LV MD ME MK MT NL NO PL PT RO RS SE SI SK TR UA'.split(
    ' ',
  );

export const otherCountries =
  'AD AE AF AG AI AM AO AQ AR AS AU AW AX AZ BB BD BF BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CI CK CL CM CN CO CR CU CV CW CX DJ DM DO DZ EC EG EH ER ET FJ FK FM FO GA GD GF GG GH GI GL GM GN GP GQ GS GT GU GW GY HK HM HN HT ID IL IM IN IO IQ IR JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LK LR LS LY MA MC MF MG MH ML MM MN MO MP MQ MR MS MU MV MW MX MY MZ NA NC NE NF NG NI NP NR NU NZ OM PA PE PF PG PH PK PM PN PR PS PW PY QA RE RU RW SA SB SC SD SG SH SJ SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TT TV TW TZ UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'.split(
    ' ',
  );

const all = new Set([...nearCountries, ...otherCountries]);

export function isCountryCode(text: string): boolean {
  return all.has(text);
}

const names = new Map<string, Intl.DisplayNames>();

/** Making the list of a language costs far more than looking a name up. */
function namesIn(language: string): Intl.DisplayNames {
  const made =
    names.get(language) ??
    new Intl.DisplayNames([localeOf(language)], { type: 'region', fallback: 'code' });
  names.set(language, made);
  return made;
}

const found = new Map<string, string>();

/**
 * A country's name in the reader's language.
 * @param code ISO 3166-1 alpha-2; whatever else someone has put into an address is given back
 */
export function countryName(code: string, language: string): string {
  if (!/^[A-Za-z]{2}$/.test(code)) return code;
  const key = `${language} ${code}`;
  const name = found.get(key) ?? namesIn(language).of(code) ?? code;
  found.set(key, name);
  return name;
}

/**
 * All countries by their names in the reader's language. Made on the server, because the names that
 * browsers know differ from one to the next.
 */
export function countryOptions(language: string) {
  const inOrder = new Intl.Collator(localeOf(language));
  const named = (codes: readonly string[]) =>
    codes
      .map((code) => ({ value: code, label: countryName(code, language) }))
      .toSorted((a, b) => inOrder.compare(a.label, b.label));
  return { near: named(nearCountries), others: named(otherCountries) };
}

export type CountryOptions = ReturnType<typeof countryOptions>;

const languageNamesIn = new Map<string, Intl.DisplayNames>();

/** @param code ISO 639; whatever else someone has put into an address is given back */
function nameOfLanguage(code: string, language: string): string {
  if (!/^[a-z]{2,3}$/i.test(code)) return code;
  const made =
    languageNamesIn.get(language) ??
    new Intl.DisplayNames([localeOf(language)], { type: 'language', fallback: 'code' });
  languageNamesIn.set(language, made);
  return made.of(code) ?? code;
}

/** A language's own name, by which one finds it among the languages of the site: "Français". */
export function ownLanguageName(code: string): string {
  return capitalised(nameOfLanguage(code, code), code);
}

/** A language in the reader's language, as a line or a choice begins with it: French "Anglais". */
export function languageName(code: string, language: string): string {
  const name = nameOfLanguage(code, language);
  return name === code ? code : capitalised(name, language);
}

/** Several, as a line begins with them: French "Anglais, français". */
export function languageNames(codes: readonly string[], language: string): string {
  return capitalised(codes.map((code) => nameOfLanguage(code, language)).join(', '), language);
}

/** Languages within a sentence: French "anglais et français". */
export function languagesInSentence(codes: readonly string[], language: string): string {
  const list = new Intl.ListFormat(localeOf(language), { type: 'conjunction' });
  return list.format(codes.map((code) => nameOfLanguage(code, language)));
}

/** ISO 639-1 codes of the languages people of this continent's courts work in. */
export const workingLanguages =
  'en fr de bg bs cs da el es et fi ga hr hu is it ka lb lt lv mk mt nl no pl pt rm ro sk sl sq sr sv tr uk'.split(
    ' ',
  );

/** These by their names in the reader's language. Made on the server, as `countryOptions`. */
export function languageOptions(language: string) {
  const inOrder = new Intl.Collator(localeOf(language));
  return workingLanguages
    .map((code) => ({ value: code, label: languageName(code, language) }))
    .toSorted((a, b) => inOrder.compare(a.label, b.label));
}

const ofCourts = new Set(workingLanguages);

export function isWorkingLanguage(text: string): boolean {
  return ofCourts.has(text);
}
