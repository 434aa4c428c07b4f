import { parseEcli } from '~/features/citations/ecli';
import { xmlDeclaration, xmlElement } from '~/answers/xml';
import type { ExportedDecision } from './exported-decision';

/**
 * The metadata of a decision as the ECLI search engine reads them (e-Justice portal; Council
 * conclusions 2011/C 127/01, annex, section 3).
 */
export function ecliXmlOf(decision: ExportedDecision): string {
  const { identifier, url, court, languages, summaries } = decision;
  const element = (name: string, value: string | null, lang?: string) =>
    value ? [xmlElement(name, lang ? { lang } : {}, value)] : [];
  const metadata = [
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
    ...element('accessRights', decision.visibility === 'public' ? 'public' : 'restricted'),
    ...element('type', decision.type, 'en'),
    ...[...decision.names, ...decision.caseNumbers].map((name) => xmlElement('title', {}, name)),
    ...decision.topics.map((topic) => xmlElement('subject', { lang: 'en' }, topic)),
    ...summaries.map(({ text, language }) => xmlElement('abstract', { lang: language }, text)),
    ...decision.provisions.map(({ label }) => xmlElement('references', { lang: 'en' }, label)),
    ...decision.procedure.flatMap(({ identifier: other }) =>
      parseEcli(other) ? [xmlElement('references', {}, other)] : [],
    ),
  ];
  const root = { xmlns: 'https://e-justice.europa.eu/ecli' };
  return `${xmlDeclaration}${xmlElement('document', root, [xmlElement('metadata', {}, metadata)])}\n`;
}
