import { SaxesParser } from 'saxes';
import { parseEcli } from '~/features/citations/ecli';
import { instruments } from '~/features/citations/provisions';
import { allTopicNames } from '~/features/decisions/intake/type-names.server';
import { isTopic } from '~/features/decisions/records/topics';
import { procedureKinds } from '~/features/decisions/procedure/procedure-kinds';
import { decisionTypes } from '~/features/decisions/records/decision-kinds';

export class EcliXmlError extends Error {
  override name = 'EcliXmlError';
}

type Element = { name: string; attributes: Record<string, string>; text: string };

/**
 * Decisions from metadata of the ECLI search engine (Council conclusions 2011/C 127/01, annex,
 * section 3): each `metadata` is one. Entities that the file declares are unknown to the parser, so
 * that none grows or names a file; a document type is refused outright.
 * @throws EcliXmlError when the text is no XML, or has no such metadata
 */
export function parseEcliXml(text: string): Record<string, unknown>[] {
  const parser = new SaxesParser({ xmlns: false, position: false });
  const found: Record<string, unknown>[] = [];
  const open: Element[] = [];
  let elements: Element[] | null = null;
  const refuse = () => {
    throw new EcliXmlError('no ECLI metadata');
  };
  parser.on('error', refuse);
  parser.on('doctype', refuse);
  parser.on('opentag', ({ name, attributes }) => {
    const plain = name.replace(/^.*:/, '');
    if (plain === 'metadata') elements = [];
    open.push({ name: plain, attributes: { ...attributes }, text: '' });
    if (open.length > 50) refuse();
  });
  const take = (more: string) => {
    const inner = open.at(-1);
    if (inner) inner.text += more;
  };
  parser.on('text', take);
  parser.on('cdata', take);
  parser.on('closetag', () => {
    const closed = open.pop();
    if (!closed || !elements) return;
    if (closed.name !== 'metadata') return void elements.push(closed);
    found.push(decisionOf(elements));
    elements = null;
  });
  parser.write(text).close();
  if (found.length === 0) refuse();
  return found;
}

function decisionOf(elements: readonly Element[]): Record<string, unknown> {
  const all = (name: string) => elements.filter((element) => element.name === name);
  const texts = (name: string) => all(name).flatMap(({ text }) => text.trim() || []);
  const [country] = texts('country');
  const [court] = texts('court');
  const type = texts('type').map((one) => one.toLowerCase());
  const titles = [...new Set(texts('title'))];
  const shortTexts = (name: string) => {
    const byLanguage = new Map<string, string[]>();
    for (const { text, attributes } of all(name)) {
      const language = (attributes['lang'] ?? 'en').slice(0, 2).toLowerCase();
      if (text.trim()) byLanguage.set(language, [...(byLanguage.get(language) ?? []), text.trim()]);
    }
    return [...byLanguage].map(([language, said]) => ({ language, text: said.join('\n\n') }));
  };
  const identifier = all('isVersionOf')[0]?.attributes['value']?.trim();
  const rights = texts('accessRights')[0];
  return withoutNothing({
    ...(identifier && { [parseEcli(identifier) ? 'ecli' : 'identifier']: identifier }),
    court: country && court && `${country}:${court}`,
    decidedOn: texts('date')[0],
    publishedOn: texts('issued')[0],
    type: decisionTypes.find((one) => type.includes(one)),
    languages: texts('language').map((one) => one.toLowerCase()),
    names: titles.filter((title) => !isNumber(title)),
    caseNumbers: titles.filter(isNumber),
    topics: [...new Set(texts('subject').flatMap((name) => topicNamed(name) ?? []))],
    provisions: all('references').flatMap(provisionOf),
    procedure: all('references').flatMap(relationOf),
    cites: all('references').flatMap(citedIn),
    summaries: shortTexts('abstract'),
    headnotes: shortTexts('description'),
    visibility: rights && (rights === 'public' ? 'public' : 'members'),
  });
}

const topicNames = allTopicNames();
/** The topic of the vocabulary that is called so in any language. */
const topicNamed = (name: string): string | undefined =>
  isTopic(name) ? name : topicNames.get(name.toLowerCase());

/** The metadata have one field for names and case numbers: a number is short words with two digits. */
const isNumber = (title: string) =>
  /\d.*\d/.test(title) &&
  title.split(/[\s/.-]+/).every((word) => /^(\p{L}{0,4}|\P{L}+)$/u.test(word));

/** "Article 82(1) GDPR" or a whole instrument, as we write it ourselves; other references are left out. */
function provisionOf({ text }: Element): string[] {
  const whole = instrumentNamed(text.trim());
  if (whole) return [whole];
  const [, article, paragraph, letter, instrument] =
    /^Article (\d{1,3}[a-z]?)(?:\((\d{1,2})\))?(?:\(([a-z]{1,2})\))?\s+(?:of (?:the )?)?(\S.*)$/.exec(
      text.trim(),
    ) ?? [];
  const code = instrument && instrumentNamed(instrument);
  return code ? [[code, article, paragraph ?? '', letter ?? ''].join('/').replace(/\/+$/, '')] : [];
}

/** A decision of the same proceedings, as we write it ourselves. */
function relationOf({ text, attributes }: Element) {
  const kind = procedureKinds.find((one) => one === attributes['relation']);
  return kind ? [{ kind, identifier: text.trim() }] : [];
}

const citedIn = ({ text, attributes }: Element): string[] =>
  attributes['relation'] === 'cites' && text.trim() ? [text.trim()] : [];

const instrumentNamed = (name: string) =>
  Object.entries(instruments).find(([, names]) => names.en === name)?.[0];

const withoutNothing = (facts: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(facts).filter(([, value]) =>
      Array.isArray(value) ? value.length > 0 : value !== undefined && value !== '',
    ),
  );
