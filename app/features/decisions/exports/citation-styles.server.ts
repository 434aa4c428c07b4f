import { topicName } from '~/features/decisions/intake/type-names.server';
import { abbreviationOfCourt } from '~/features/decisions/records/decision-names';
import { provisionName } from '~/features/citations/provisions';
import { formatDate } from '~/lib/format/format-date';
import type { ExportedDecision } from './exported-decision';

/** The Court of Justice, the General Court and the former Civil Service Tribunal. */
const isOfTheUnion = ({ court: { code } }: ExportedDecision): boolean =>
  code === 'EU:C' || code === 'EU:T' || code === 'EU:F';

const firstOf = (list: readonly string[]) => list[0] ?? '';
const joined = (...parts: (string | null)[]) => parts.filter(Boolean).join(', ');

/** "C-131/12 and C-132/12". */
function numbersOf({ caseNumbers }: ExportedDecision, and: string): string {
  const last = caseNumbers.at(-1) ?? '';
  return caseNumbers.length > 1 ? `${caseNumbers.slice(0, -1).join(', ')} ${and} ${last}` : last;
}

/**
 * A citation to paste, by style. The Court of Justice's own way is that of its Registry (date, name,
 * number, ECLI), OSCOLA that of the Oxford standard (4th edition, section 2.6).
 */
export const citationStyles = {
  cjeu: (decision) => {
    const { type, decidedOn, identifier } = decision;
    const kind = { judgment: 'judgment', order: 'order', opinion: 'Opinion', decision: 'decision' };
    const number = numbersOf(decision, 'and');
    const ecli = isOfTheUnion(decision) ? identifier.replace(/^ECLI:/, '') : identifier;
    const court = isOfTheUnion(decision) ? '' : decision.court.name;
    const text = `${kind[type]} of ${formatDate(decidedOn, 'en')}`;
    return joined(court, court ? text : capital(text), firstOf(decision.names), number, ecli);
  },
  oscola: (decision) => {
    const { identifier, decidedOn, court } = decision;
    const number = numbersOf(decision, 'and');
    const name = firstOf(decision.names);
    if (isOfTheUnion(decision)) {
      const cases = decision.caseNumbers.length > 1 ? 'Joined Cases' : 'Case';
      const announced = number && `${cases} ${number}`;
      return [announced, name, identifier.replace(/^ECLI:/, '')].filter(Boolean).join(' ');
    }
    const place = joined(court.abbreviation, formatDate(decidedOn, 'en'));
    return `${[name, number].filter(Boolean).join(', ')} (${place}) ${identifier}`;
  },
  french: (decision) => {
    const court = abbreviationOfCourt(decision.court, 'fr');
    const number = numbersOf(decision, 'et');
    const announced = number && `${isOfTheUnion(decision) ? 'aff. ' : 'n° '}${number}`;
    return joined(
      court,
      formatDate(decision.decidedOn, 'fr'),
      announced,
      firstOf(decision.names),
      decision.identifier,
    );
  },
  german: (decision) => {
    const court = abbreviationOfCourt(decision.court, 'de');
    const kinds = { judgment: 'Urt.', order: 'Beschl.', opinion: 'SchlA', decision: 'Entsch.' };
    const [year, month, day] = decision.decidedOn.split('-').map(Number);
    const number = numbersOf(decision, 'und');
    const head = joined(court, `${kinds[decision.type]} v. ${day}.${month}.${year}`);
    const name = firstOf(decision.names);
    return [head, joined(number, decision.identifier), name && `– ${name}`]
      .filter(Boolean)
      .join(' – ')
      .replace('– –', '–');
  },
  short: (decision) => {
    const { decidedOn, court, caseNumbers, names } = decision;
    const name = firstOf(names) || firstOf(caseNumbers) || decision.identifier;
    return `${name} (${court.abbreviation} ${decidedOn.slice(0, 4)})`;
  },
} satisfies Record<string, (decision: ExportedDecision) => string>;

export type CitationStyle = keyof typeof citationStyles;

export const citationStyleNames = [
  'cjeu',
  'oscola',
  'french',
  'german',
  'short',
] as const satisfies readonly CitationStyle[];

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A legal case as Zotero and others read it (CSL 1.0.2, csl-data.json). */
export function cslOf(decision: ExportedDecision) {
  const { decidedOn, celex, sourceUrl, names, caseNumbers } = decision;
  const short = decision.summaries[0] ?? decision.headnotes[0];
  return {
    id: decision.identifier,
    type: 'legal_case',
    title: firstOf(names) || firstOf(caseNumbers) || decision.identifier,
    authority: decision.court.nameEn,
    number: joined(...caseNumbers) || decision.identifier,
    issued: { 'date-parts': [decidedOn.split('-').map(Number)] },
    jurisdiction: decision.court.country,
    language: firstOf(decision.languages),
    references: decision.identifier,
    keyword: decision.topics.map(topicName).join('; '),
    URL: decision.url,
    ...(short ? { abstract: short.text } : {}),
    ...(celex || sourceUrl ? { note: joined(celex && `CELEX ${celex}`, sourceUrl) } : {}),
  };
}

const texEscapes: Record<string, string> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
};

const tex = (text: string) =>
  text.replace(/[\\{}&%$#_~^]/g, (sign) => texEscapes[sign] ?? `\\${sign}`);

const keywordsOf = ({ topics, provisions }: ExportedDecision): string[] => [
  ...topics.map(topicName),
  ...provisions.map(({ label }) => label),
];

/** A comma within braces separates nothing. */
const keyword = (text: string) => (text.includes(',') ? `{${tex(text)}}` : tex(text));

const bibtexKey = ({ identifier }: ExportedDecision) => identifier.replace(/[^\w]+/g, '-');

/** 0 is "a", 25 "z", 26 "aa". */
const lettersOf = (number: number): string =>
  (number < 26 ? '' : lettersOf(Math.floor(number / 26) - 1)) +
  String.fromCodePoint(97 + (number % 26));

/**
 * Writes the decisions of one list: identifiers that differ only in what a key cannot have get "a", "b", ...
 * in the order of the list. BibTeX takes no notice of letter case in keys.
 */
export function bibtexWriter(): (decision: ExportedDecision) => string {
  const taken = new Set<string>();
  return (decision) => {
    const plain = bibtexKey(decision);
    let key = plain;
    for (let at = 0; taken.has(key.toLowerCase()); at += 1) key = plain + lettersOf(at);
    taken.add(key.toLowerCase());
    return bibtexOf(decision, key);
  };
}

/** BibTeX has no type for decisions; `misc` is what every style prints. */
export function bibtexOf(decision: ExportedDecision, key = bibtexKey(decision)): string {
  const csl = cslOf(decision);
  const [year = '', month = ''] = decision.decidedOn.split('-');
  const fields: [string, string][] = [
    ['title', tex(csl.title)],
    ['author', `{${tex(csl.authority)}}`],
    ['year', year],
    ['month', String(Number(month))],
    ['number', tex(csl.number)],
    ['howpublished', tex(decision.identifier)],
    ['keywords', keywordsOf(decision).map(keyword).join(', ')],
    ['url', csl.URL],
  ];
  const lines = fields
    .filter(([, value]) => value)
    .map(([name, value]) => `  ${name} = {${value}}`);
  return `@misc{${key},\n${lines.join(',\n')}\n}\n`;
}

/** RIS as Reference Manager defined it: CASE, with the lines that Zotero and EndNote know. */
export function risOf(decision: ExportedDecision): string {
  const csl = cslOf(decision);
  const line = (tag: string, value: string) => `${tag}  - ${value.replace(/\s+/g, ' ')}`;
  return [
    line('TY', 'CASE'),
    line('TI', csl.title),
    line('AU', csl.authority),
    line('PB', csl.authority),
    line('PY', decision.decidedOn.slice(0, 4)),
    line('DA', decision.decidedOn.replaceAll('-', '/')),
    line('M1', csl.number),
    line('C1', decision.identifier),
    ...decision.topics.map((topic) => line('KW', topicName(topic))),
    ...decision.provisions.map(({ id }) => line('KW', provisionName(id, 'en'))),
    ...(csl.abstract ? [line('AB', csl.abstract)] : []),
    line('UR', csl.URL),
    'ER  - ',
    '',
  ].join('\r\n');
}
