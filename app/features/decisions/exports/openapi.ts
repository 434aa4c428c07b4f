import { decisionSorts, facetNames } from '~/features/decisions/browse/decision-query';
import { reference, schemas, text } from './openapi-schemas';

const descriptions: Record<(typeof facetNames)[number], string> = {
  country: 'ISO 3166-1 alpha-2, or EU, CE (Council of Europe), EFTA',
  court: 'Code of a court, such as EU:C',
  kind: 'Kind of body: court, tribunal or authority (supervisory)',
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
    'Words or a question, a "phrase", a name, a provision, an ECLI or a case number. court:, country: and article: narrow the list; a minus before a word or one of these excludes. Where hardly any decision has all words, those with fewer follow',
  ),
  ...facetNames.map((name) => parameter(name, descriptions[name])),
];

const known = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The ETag of an answer that you have',
  schema: text,
};

const headers = {
  ETag: { description: 'Changes when the answer does', schema: text },
};
const listHeaders = {
  ...headers,
  Link: { description: 'The previous and the next page (RFC 8288)', schema: text },
};

const notModified = { description: 'Nothing has changed since the ETag in If-None-Match', headers };

const content = (type: string, schema: unknown) => ({ [type]: { schema } });

const csl = 'application/vnd.citationstyles.csl+json';
const cslItems = { type: 'array', items: { type: 'object' } };
const schemaOf = (type: string) => (type === csl ? cslItems : text);

/** `type`: with it, where there are several, those that `format` asks for instead. */
const answer = (description: string, type: string | readonly string[], schema: unknown = text) => {
  const [usual = '', ...others] = typeof type === 'string' ? [type] : type;
  const instead = Object.fromEntries(others.map((one) => [one, { schema: schemaOf(one) }]));
  return { description, headers, content: { ...content(usual, schema), ...instead } };
};

const xml = 'application/xml';

const problem = (description: string) => ({
  description,
  content: content('application/problem+json', reference('Problem')),
});

const wholeFile = (id: string, summary: string, type: string) => ({
  get: {
    operationId: id,
    summary,
    parameters: [...filter, known],
    responses: { '200': answer('The file', type, schemaOf(type)), '304': notModified },
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
          enum: ['json', 'ecli'],
        }),
        known,
      ],
      responses: {
        '200': {
          ...answer('A page of decisions', ['application/json', xml], reference('DecisionList')),
          headers: listHeaders,
        },
        '304': notModified,
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
          enum: ['json', 'bibtex', 'ris', 'csl', 'ecli'],
        }),
        known,
      ],
      responses: {
        '200': answer(
          'The decision',
          [
            'application/json',
            xml,
            'application/x-bibtex',
            'application/x-research-info-systems',
            csl,
          ],
          reference('DecisionWithCitations'),
        ),
        '304': notModified,
        '400': problem('A parameter that cannot be'),
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
  '/api/decisions.csv': wholeFile(
    'exportCsv',
    'All decisions of a filter as CSV; court_kind is court, tribunal or authority',
    'text/csv',
  ),
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
  '/api/decisions.csl.json': wholeFile('exportCsl', 'All decisions of a filter as CSL-JSON', csl),
  '/api/decisions.xml': wholeFile(
    'exportEcliMetadata',
    'All decisions of a filter as ECLI metadata in XML',
    'application/xml',
  ),
  '/api/decisions.atom': wholeFile(
    'feedDecisions',
    'The decisions of a filter that were published or changed here last, as Atom',
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
        'Decisions on data protection. Reading needs no account; there is nothing to write. Pages of ' +
        'other sites may read what visitors see (CORS), and HEAD answers without a body.',
    },
    servers: [{ url: origin }],
    paths,
    components: { schemas },
  };
}
