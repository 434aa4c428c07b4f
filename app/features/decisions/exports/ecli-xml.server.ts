import { xmlDeclaration, xmlElement } from '~/answers/xml';
import { topicName } from '~/features/decisions/intake/type-names.server';
import type { ExportedDecision } from './exported-decision';

/** A decision with the identifiers of those that it cites. */
export type CitingDecision = ExportedDecision & { cites: readonly { identifier: string }[] };

const root = { xmlns: 'https://e-justice.europa.eu/ecli' };

/**
 * The metadata of a decision as the ECLI search engine reads them (e-Justice portal; Council
 * conclusions 2019/C 360/01, annex, section 3); `ecli.xsd` says what is in them.
 */
export const ecliXmlOf = (decision: CitingDecision): string =>
  `${xmlDeclaration}${xmlElement('document', root, [metadataOf(decision)])}\n`;

/** What stands around several decisions. */
export const documents = {
  open: `${xmlDeclaration}<documents xmlns="${root.xmlns}">`,
  close: '</documents>\n',
};

/** One of several decisions. */
export const documentIn = (decision: CitingDecision): string =>
  xmlElement('document', {}, [metadataOf(decision)]);

/** The metadata of several decisions. */
export const ecliXmlOfList = (decisions: readonly CitingDecision[]): string =>
  documents.open + decisions.map(documentIn).join('') + documents.close;

function metadataOf(decision: CitingDecision): string {
  const { identifier, url, court, languages, summaries, headnotes } = decision;
  const element = (name: string, value: string | null, lang?: string) =>
    value ? [xmlElement(name, lang ? { lang } : {}, value)] : [];
  return xmlElement('metadata', {}, [
    xmlElement('identifier', { format: 'text/html' }, url),
    xmlElement('isVersionOf', { value: identifier }, [
      xmlElement('country', {}, court.country),
      xmlElement('court', {}, court.code.split(':')[1] ?? ''),
    ]),
    ...element('creator', court.name, court.language),
    ...element('coverage', court.country),
    ...element('date', decision.decidedOn),
    ...languages.map((one) => xmlElement('language', { languageType: 'original' }, one)),
    ...element('publisher', court.name, court.language),
    ...element('accessRights', decision.visibility === 'public' ? 'public' : 'private'),
    ...element('type', decision.type, 'en'),
    ...[...decision.names, ...decision.caseNumbers].map((name) => xmlElement('title', {}, name)),
    ...decision.topics.map((topic) => xmlElement('subject', { lang: 'en' }, topicName(topic))),
    ...summaries.map(({ text, language }) => xmlElement('abstract', { lang: language }, text)),
    ...headnotes.map(({ text, language }) => xmlElement('description', { lang: language }, text)),
    ...element('issued', decision.publishedOn),
    ...referencesOf(decision),
  ]);
}

/** Provisions, decisions of the same proceedings and those that are cited, each with its relation. */
function referencesOf({ provisions, procedure, cites }: CitingDecision): string[] {
  const reference = (relation: string, value: string, lang = {}) =>
    xmlElement('references', { ...lang, relation }, value);
  return [
    ...provisions.map(({ label }) => reference('provision', label, { lang: 'en' })),
    ...procedure.map(({ kind, identifier }) => reference(kind, identifier)),
    ...cites.map(({ identifier }) => reference('cites', identifier)),
  ];
}
