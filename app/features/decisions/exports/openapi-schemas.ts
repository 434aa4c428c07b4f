import { facetNames } from '~/features/decisions/browse/decision-query';
import { procedureKinds } from '~/features/decisions/procedure/procedure-kinds';

export const text = { type: 'string' };
const texts = { type: 'array', items: text };
const nullable = (type: string) => ({ type: [type, 'null'] });
const number = { type: 'integer', minimum: 0 };
export const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const object = (properties: Record<string, unknown>) => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});

const relation = object({
  kind: { type: 'string', enum: procedureKinds },
  identifier: { type: 'string', description: 'ECLI, or what the other decision is called' },
});

const shortTexts = { type: 'array', items: object({ language: text, text, author: text }) };

const decision = {
  identifier: text,
  ecli: nullable('string'),
  url: { type: 'string', format: 'uri' },
  court: object({
    code: text,
    name: text,
    nameEn: text,
    country: text,
    language: text,
    kind: { type: 'string', enum: ['court', 'tribunal', 'authority'] },
    abbreviation: text,
  }),
  formation: nullable('string'),
  decidedOn: { type: 'string', format: 'date' },
  publishedOn: {
    type: ['string', 'null'],
    format: 'date',
    description: 'When the court published it, where that is known',
  },
  type: { type: 'string', enum: ['judgment', 'order', 'opinion', 'decision'] },
  outcome: nullable('string'),
  caseNumbers: texts,
  names: texts,
  languages: texts,
  provisions: { type: 'array', items: object({ id: text, label: text }) },
  procedure: { type: 'array', items: relation },
  topics: texts,
  fine: { type: ['object', 'null'], properties: { amount: { type: 'number' }, currency: text } },
  celex: nullable('string'),
  sourceUrl: nullable('string'),
  summaries: shortTexts,
  headnotes: { ...shortTexts, description: 'The points of law that it decides' },
  visibility: { type: 'string', enum: ['public', 'members'] },
  citedBy: number,
  listedAt: {
    type: ['string', 'null'],
    format: 'date-time',
    description: 'When it was first published on this site',
  },
  updatedAt: { type: 'string', format: 'date-time' },
};

const paragraphs = { type: 'array', items: { type: 'integer' } };

export const schemas = {
  Decision: object(decision),
  DecisionWithCitations: {
    allOf: [
      reference('Decision'),
      object({
        cites: {
          type: 'array',
          items: object({ identifier: text, isHere: { type: 'boolean' }, paragraphs }),
        },
        proceedings: {
          type: 'array',
          description: 'Decisions of the same proceedings, from the first instance to the last',
          items: object({
            identifier: text,
            isHere: { type: 'boolean' },
            procedure: { type: 'array', items: relation },
          }),
        },
        citing: { type: 'array', items: object({ identifier: text, paragraphs }) },
      }),
    ],
  },
  FacetCounts: { type: 'array', items: object({ value: text, count: number }) },
  FoundWords: {
    description: 'By which words the decisions were found, where not by all that were asked for',
    ...object({ query: text, insteadOf: nullable('string'), hasFewerWords: { type: 'boolean' } }),
  },
  DecisionList: object({
    total: number,
    page: number,
    perPage: number,
    pages: number,
    words: reference('FoundWords'),
    facets: object(Object.fromEntries(facetNames.map((name) => [name, reference('FacetCounts')]))),
    decisions: { type: 'array', items: reference('Decision') },
  }),
  Problem: object({ type: text, title: text, status: number, detail: text }),
};
