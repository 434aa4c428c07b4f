import type { Proposals } from '~/lib/judgment-proposals';
import { judgmentOf, type ResourceMetadata } from '~/lib/resource-metadata';

type Described = {
  version: number;
  title: string;
  description: string;
  language: string | null;
  author: string | null;
  tags: string[];
  metadata: ResourceMetadata;
};

/** What the form shows at first: what is saved, and where nothing is, what the text proposes. */
export function valuesOf(document: Described, proposals: Proposals): Record<string, string> {
  const judgment = judgmentOf(document.metadata) ?? {};
  const { fine, articles, keywords, ...lines } = judgment;
  const isProposed = proposals.ecli !== undefined || proposals.caseNumber !== undefined;
  const kind = document.metadata.kind;
  const { language: proposedLanguage, ...proposedLines } = proposals;
  return {
    ...proposedLines,
    ...Object.fromEntries(Object.entries(lines).filter(([, value]) => value !== undefined)),
    version: String(document.version),
    title: document.title,
    description: document.description,
    language: document.language ?? proposedLanguage ?? '',
    author: document.author ?? '',
    tags: document.tags.join(', '),
    kind: isProposed && kind === 'other' ? 'judgment' : kind,
    articles: articles?.join(', ') ?? '',
    keywords: keywords?.join(', ') ?? '',
    fineAmount: fine ? String(fine.amount) : '',
    fineCurrency: fine?.currency ?? '',
  };
}
