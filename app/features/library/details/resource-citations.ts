import { citationKeys } from '~/features/citations/citation-key';
import { judgmentOf, type ResourceMetadata } from '~/features/library/resources/resource-metadata';

/** The ECLI and case numbers in the name and the metadata of a resource, as the search looks for them. */
export function citationsOf(title: string, metadata: ResourceMetadata): string[] {
  const judgment = judgmentOf(metadata);
  const { ecli, caseNumber, appealFrom, appealTo } = judgment ?? {};
  const cited = [title, ecli, caseNumber, appealFrom, appealTo];
  return citationKeys(cited.filter(Boolean).join(' ; '));
}
