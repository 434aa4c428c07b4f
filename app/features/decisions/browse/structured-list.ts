import { nameOfDecision } from '~/features/decisions/records/decision-names';
import { decisionAddress } from './decision-query';

type Listed = {
  name: string;
  total: number;
  decisions: readonly (Parameters<typeof nameOfDecision>[0] & { identifier: string })[];
};

/** What a page with decisions says of itself to search engines (schema.org), each decision once. */
export function structuredList({ name, total, decisions }: Listed): Record<string, unknown> {
  const listed = new Map(decisions.map((one) => [one.identifier, one]));
  return {
    '@type': 'CollectionPage',
    name,
    mainEntity: {
      '@type': 'ItemList',
      numberOfItems: total,
      itemListElement: [...listed.values()].map((one, at) => ({
        '@type': 'ListItem',
        position: at + 1,
        name: nameOfDecision(one),
        url: decisionAddress(one.identifier),
      })),
    },
  };
}
