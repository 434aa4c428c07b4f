import type { Proposals } from '~/features/citations/judgment-proposals';
import { judgmentOf, type ResourceMetadata } from '~/features/library/resources/resource-metadata';
import { commaSeparatedIn } from '~/lib/forms/form';
import { isAboutJudgment } from './details-schema';

type Described = {
  version: number;
  title: string;
  description: string;
  language: string | null;
  author: string | null;
  tags: string[];
  metadata: ResourceMetadata;
};

/**
 * Those proposals that suit the document: a date or a court in the text of minutes says nothing of
 * a judgment.
 */
export function fittingProposals(
  document: Pick<Described, 'metadata'>,
  proposals: Proposals,
): Proposals {
  const { ecli, caseNumber, language } = proposals;
  const isJudgment = isAboutJudgment(document.metadata.kind) || Boolean(ecli ?? caseNumber);
  if (isJudgment) return proposals;
  return language === undefined ? {} : { language };
}

/** What the form shows at first: what is saved, and where nothing is, what the text proposes. */
export function valuesOf(document: Described, proposals: Proposals): Record<string, string> {
  const judgment = judgmentOf(document.metadata) ?? {};
  const { fine, articles, keywords, ...lines } = judgment;
  const { language: proposedLanguage, ...proposedLines } = proposals;
  const isProposed = Object.keys(proposedLines).length > 0;
  const { kind } = document.metadata;
  return {
    ...proposedLines,
    ...Object.fromEntries(Object.entries(lines).filter(([, value]) => value !== undefined)),
    version: String(document.version),
    title: document.title,
    description: document.description,
    language: document.language ?? proposedLanguage ?? '',
    // The author of a judgment is its court.
    author: document.author || (proposals.court ?? ''),
    tags: document.tags.join(', '),
    kind: isProposed && !isAboutJudgment(kind) ? 'judgment' : kind,
    articles: articles?.join(', ') ?? '',
    keywords: keywords?.join(', ') ?? '',
    fineAmount: fine ? String(fine.amount) : '',
    fineCurrency: fine?.currency ?? '',
  };
}

/** How a list reads that was typed in, whatever was between its values. */
export const listText = (typed: string): string =>
  commaSeparatedIn(typed).filter(Boolean).join(', ');
