import { procedureKinds } from '~/features/decisions/procedure/procedure-kinds';
import { decisionSorts, facetNames } from '~/features/decisions/browse/decision-query';

const text = { type: 'string' };
const texts = { type: 'array', items: text };
const nullable = (type: string) => ({ type: [type, 'null'] });
const number = { type: 'integer', minimum: 0 };
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const object = (properties: Record<string, unknown>) => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});

const descriptions: Record<(typeof facetNames)[number], string> = {
  country: 'ISO 3166-1 alpha-2, or EU, CE (Council of Europe), EFTA',
  court: 'Code of a court, such as EU:C',
  year: 'Year of the decision',
  provision: 'Instrument and article, such as gdpr/82',
  topic: 'A topic of the vocabulary, such as damages',
  outcome: 'An outcome, such as interpretation',
  language: 'ISO 639-1 code of a language of the proceedings',
  text: '"yes": only decisions with a document in the library (members)',
};

const parameter = (name: string, description: string, schema: unknown = text) => ({
  name,
  in: 'query',
  required: false,
  description,
  schema,
});

const filter = [
  parameter(
    'q',
    'Words or a question, a name, an ECLI or a case number; decisions with fewer words where hardly any has all',
  ),
  ...facetNames.map((name) => parameter(name, descriptions[name])),
];

const content = (type: string, schema: unknown) => ({ [type]: { schema } });

const answer = (description: string, type: string, schema: unknown = text) => ({
  description,
  content: content(type, schema),
});

const problem = (description: string) =>
  answer(description, 'application/problem+json', reference('Problem'));

const relation = object({
  kind: { type: 'string', enum: procedureKinds },
  identifier: { type: 'string', description: 'ECLI, or what the other decision is called' },
});

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
  summaries: { type: 'array', items: object({ language: text, text, author: text }) },
  visibility: { type: 'string', enum: ['public', 'members'] },
  citedBy: number,
  updatedAt: { type: 'string', format: 'date-time' },
};

const paragraphs = { type: 'array', items: { type: 'integer' } };

const schemas = {
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

const wholeFile = (id: string, summary: string, type: string) => ({
  get: {
    operationId: id,
    summary,
    parameters: filter,
    responses: { '200': answer('The file', type) },
  },
});

const readPaths = {
  '/api/decisions': {
    get: {
      operationId: 'listDecisions',
      summary: 'List decisions by a filter, with total and facets',
      parameters: [
        ...filter,
        parameter('sort', 'Order', { type: 'string', enum: decisionSorts }),
        parameter('page', 'Page, from 1', { type: 'integer', minimum: 1 }),
        parameter('per_page', 'Decisions on a page', {
          type: 'integer',
          minimum: 1,
          maximum: 100,
        }),
        parameter('format', 'ECLI metadata in XML instead of JSON', {
          type: 'string',
          enum: ['ecli'],
        }),
      ],
      responses: {
        '200': answer('A page of decisions', 'application/json', reference('DecisionList')),
        '400': problem('A parameter that cannot be'),
      },
    },
  },
  '/api/decisions/{identifier}': {
    get: {
      operationId: 'getDecision',
      summary: 'Read one decision with its citations, or cite it',
      parameters: [
        { name: 'identifier', in: 'path', required: true, description: 'ECLI', schema: text },
        parameter('format', 'Instead of JSON', {
          type: 'string',
          enum: ['bibtex', 'ris', 'csl', 'ecli'],
        }),
      ],
      responses: {
        '200': answer('The decision', 'application/json', reference('DecisionWithCitations')),
        '404': problem('There is no such decision'),
        '410': problem('The decision was public and has been withdrawn'),
      },
    },
  },
};

const filePaths = {
  '/api/decisions.jsonl': wholeFile(
    'exportJsonLines',
    'All decisions of a filter, a JSON object to a line',
    'application/jsonl',
  ),
  '/api/decisions.csv': wholeFile('exportCsv', 'All decisions of a filter as CSV', 'text/csv'),
  '/api/decisions.ris': wholeFile(
    'exportRis',
    'All decisions of a filter as RIS',
    'application/x-research-info-systems',
  ),
  '/api/decisions.bib': wholeFile(
    'exportBibtex',
    'All decisions of a filter as BibTeX',
    'application/x-bibtex',
  ),
  '/api/decisions.atom': wholeFile(
    'feedDecisions',
    'The newest decisions of a filter as Atom',
    'application/atom+xml',
  ),
};

const paths = { ...readPaths, ...filePaths };

/** The description of the interface for programs (OpenAPI 3.1). */
export function openApiDocument({ origin, name }: { origin: string; name: string }) {
  return {
    openapi: '3.1.0',
    info: {
      title: `${name}: decisions`,
      version: '1',
      description:
        'Decisions on data protection. Reading needs no account; there is nothing to write.',
    },
    servers: [{ url: origin }],
    paths,
    components: { schemas },
  };
}
