import { provisionsTyped } from '~/features/citations/cited-in-text';
import { isOwnIdentifier } from '~/features/citations/ecli';
import { provisionName } from '~/features/citations/provisions';
import type { DecisionInput } from '~/features/decisions/editor/decision-input';
import { nameOfCourt, organisations } from '~/features/decisions/records/decision-names';
import type { DescribedFile, WrittenDetails } from '~/features/library/details/described-file';
import { judgmentOf } from '~/features/library/resources/resource-metadata';
import type { Translate } from '~/i18n/translate';
import type { TypeNames } from './intake-file';
import { type IntakeRow, isAboutDecision, isDecision } from './intake-row';
import type { NamedCourt } from './match-court';

/** A row as it was confirmed, with its file and the court that it names. */
export type Confirmed = {
  row: IntakeRow;
  file: DescribedFile;
  /** The court of the ECLI, else the one that was typed. */
  court: NamedCourt | null;
  /** By what a decision is known without ECLI; null where it is not here, nor is going to be. */
  own: string | null;
  ofEcli: NamedCourt | null;
  typed: NamedCourt | null;
  types: TypeNames;
  t: Translate;
};

/** The details of the file: what the row does not say of it stays. */
export function detailsOf(confirmed: Confirmed): WrittenDetails {
  const { row, file, court, own, types, t } = confirmed;
  const { title, language, kind, provisions } = row;
  const { author } = file;
  if (!isAboutDecision(kind)) return { title, language, author, metadata: { schema: 1, kind } };
  const before = judgmentOf(file.metadata) ?? {};
  const { type = '', ...kept } = before;
  const ownType = types.has(type) ? undefined : type || undefined;
  const courtName = court ? nameOfCourt(court.court, 'en') : row.court || undefined;
  const country = court?.court.country ?? row.ecli?.country ?? before.country;
  const judgment = {
    ...kept,
    ecli: row.ecli?.text ?? own ?? ownIn(before.ecli),
    court: courtName,
    country: country?.length === 2 ? country : undefined,
    caseNumber: row.caseNumber || undefined,
    decidedOn: row.decidedOn ?? undefined,
    publishedOn: row.publishedOn ?? undefined,
    articles: articlesOf(provisions, before.articles),
    sourceUrl: row.sourceUrl ?? undefined,
    type: isDecision(kind) && kind !== 'judgment' ? t(`decision.type.${kind}`) : ownType,
  };
  if (!isDecision(kind))
    return { title, language, author, metadata: { schema: 1, kind, judgment } };
  return {
    title,
    language,
    author: !author || author === before.court ? (courtName ?? author) : author,
    metadata: { schema: 1, kind: 'judgment', judgment },
  };
}

/** As they are written already, where they are the same; what the site does not know stays. */
function articlesOf(
  provisions: readonly string[],
  before: readonly string[] = [],
): string[] | undefined {
  const known = before.flatMap(provisionsTyped);
  const isSame =
    known.length === provisions.length && provisions.every((one) => known.includes(one));
  const others = before.filter((text) => provisionsTyped(text).length === 0);
  const all = isSame
    ? [...before]
    : [...provisions.map((one) => provisionName(one, 'en')), ...others];
  const kept = all.filter((text) => text.length <= 60).slice(0, 40);
  return kept.length > 0 ? kept : undefined;
}

const ownIn = (ecli = '') => (isOwnIdentifier(ecli) ? ecli : undefined);

/** The decision that a row says enough of. */
export function factsOf({ row, court }: Confirmed): DecisionInput {
  const { kind, title, caseNumber, ecli, otherNames, otherNumbers } = row;
  const isOnlyNumber = [caseNumber, ecli?.text].some((one) => one && title.includes(one));
  const isNational = court && !organisations.includes(court.court.country);
  // A file in another language is a translation: it does not say in which the court has decided.
  const isOriginal = isNational && row.language === court.court.language;
  return {
    ecli: ecli?.text ?? null,
    court: court?.court.code ?? '',
    formation: row.formation,
    decidedOn: row.decidedOn ?? '',
    publishedOn: row.publishedOn,
    type: isDecision(kind) ? kind : 'judgment',
    outcome: row.outcome,
    caseNumbers: [...new Set([...(caseNumber ? [caseNumber] : []), ...otherNumbers])],
    names: [...new Set([...(isOnlyNumber ? [] : [title]), ...otherNames])],
    languages: isOriginal ? [court.court.language] : [],
    provisions: row.provisions,
    procedure: [],
    topics: row.topics,
    fineAmount: null,
    fineCurrency: null,
    celex: row.celex,
    sourceUrl: row.sourceUrl,
    summaries: [],
    visibility: 'public',
  };
}
