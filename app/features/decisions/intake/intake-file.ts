import { otherTypeIn, proposalsIn } from '~/features/citations/judgment-proposals';
import { parseEcli } from '~/features/citations/ecli';
import { fittingProposals } from '~/features/library/details/details-values';
import { judgmentOf } from '~/features/library/resources/resource-metadata';
import type { DescribedFile } from '~/features/library/details/described-file';
import type { Row } from '~/lib/forms/form';
import { type DecisionType, isAboutDecision } from './intake-row';
import { moreOfFile, noMore, type TopicNames } from './more-fields';
import { courtOfIdentifier, courtOfName, type NamedCourt } from './match-court';

/** The names that types of decisions have in the details of a file, in any language. */
export type TypeNames = ReadonlyMap<string, DecisionType>;

/** Nobody has said yet what the file is. */
export const isUndescribed = ({ metadata }: Pick<DescribedFile, 'metadata'>) =>
  metadata.kind === 'other';

type Known = {
  courts: readonly NamedCourt[];
  types: TypeNames;
  /** Those of the library. */
  languages: readonly string[];
  /** The provisions that its whole text cites. */
  cited: readonly string[];
  topicNames: TopicNames;
  /** That of the reader. */
  language: string;
};

/** What is saved of a file, and where nothing is, what its text proposes. */
export function rowOfFile(file: DescribedFile, { courts, types, languages, ...known }: Known): Row {
  const found = fittingProposals(file, proposalsIn(file.text));
  const judgment = judgmentOf(file.metadata) ?? {};
  const ecli = parseEcli(judgment.ecli ?? found.ecli ?? '');
  const kind = kindOf(file, types);
  const named = judgment.court ?? found.court ?? '';
  const court =
    courtOfIdentifier(courts, ecli) ??
    courtOfName(courts, named, judgment.country ?? found.country);
  const day = judgment.decidedOn ?? found.decidedOn ?? '';
  const language = file.language ?? found.language ?? '';
  const row: Row = {
    id: file.id,
    version: String(file.version),
    title: file.title,
    kind,
    court: isAboutDecision(kind) ? (court?.label ?? named) : '',
    // A text names other days too, such as that of a decision that it is about.
    decidedOn: judgment.decidedOn || !ecli || day.startsWith(`${ecli.year}-`) ? day : '',
    caseNumber: judgment.caseNumber ?? found.caseNumber ?? '',
    ecli: ecli?.text ?? '',
    language: file.language !== null || languages.includes(language) ? language : '',
    decide: '',
  };
  if (!isAboutDecision(kind)) return { ...row, ...noMore };
  const isOfUnion = (court?.court.country ?? ecli?.country) === 'EU';
  return { ...row, ...moreOfFile(file, { ...known, row, isOfUnion }) };
}

function kindOf(file: DescribedFile, types: TypeNames): string {
  const { metadata, text } = file;
  if (metadata.kind === 'judgment') return types.get(metadata.judgment.type ?? '') ?? 'judgment';
  if (!isUndescribed(file)) return metadata.kind;
  const { ecli, caseNumber } = proposalsIn(text);
  return ecli || caseNumber ? (otherTypeIn(text) ?? 'judgment') : 'other';
}

/**
 * A name for a file that still has that of its upload: what its decision is called here; where the file's
 * name has no word in it, court and number.
 */
export function proposedTitle(
  title: string,
  {
    known,
    court,
    caseNumber,
  }: { known: string | null; court: string | undefined; caseNumber: string },
): string {
  if (known !== null) return known;
  const hasWord = /\p{Ll}{3}/u.test(title);
  if (!hasWord && court && caseNumber) return `${court}, ${caseNumber}`;
  return title.includes(' ') ? title : title.replace(/[_-]+/g, ' ').trim() || title;
}
