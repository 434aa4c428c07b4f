import { toCsv } from '~/lib/csv';
import { bibtexWriter, cslOf, risOf } from './citation-styles.server';
import { type CitingDecision, documentIn, documents } from './ecli-xml.server';

const columns: [string, (decision: CitingDecision) => string][] = [
  ['identifier', ({ identifier }) => identifier],
  ['ecli', ({ ecli }) => ecli ?? ''],
  ['court', ({ court }) => court.code],
  ['court_name', ({ court }) => court.name],
  ['court_kind', ({ court }) => court.kind],
  ['country', ({ court }) => court.country],
  ['formation', ({ formation }) => formation ?? ''],
  ['decided_on', ({ decidedOn }) => decidedOn],
  ['published_on', ({ publishedOn }) => publishedOn ?? ''],
  ['type', ({ type }) => type],
  ['outcome', ({ outcome }) => outcome ?? ''],
  ['case_numbers', ({ caseNumbers }) => caseNumbers.join(' | ')],
  ['names', ({ names }) => names.join(' | ')],
  ['languages', ({ languages }) => languages.join(' | ')],
  ['provisions', ({ provisions }) => provisions.map(({ id }) => id).join(' | ')],
  [
    'procedure',
    ({ procedure }) => procedure.map(({ kind, identifier }) => `${kind} ${identifier}`).join(' | '),
  ],
  ['cites', ({ cites }) => cites.map(({ identifier }) => identifier).join(' | ')],
  ['topics', ({ topics }) => topics.join(' | ')],
  ['fine_amount', ({ fine }) => (fine ? String(fine.amount) : '')],
  ['fine_currency', ({ fine }) => fine?.currency ?? ''],
  ['celex', ({ celex }) => celex ?? ''],
  ['source_url', ({ sourceUrl }) => sourceUrl ?? ''],
  ['visibility', ({ visibility }) => visibility],
  ['summary_language', ({ summaries }) => summaries[0]?.language ?? ''],
  ['summary_author', ({ summaries }) => summaries[0]?.author ?? ''],
  ['summary', ({ summaries }) => summaries[0]?.text ?? ''],
  ['headnote_language', ({ headnotes }) => headnotes[0]?.language ?? ''],
  ['headnote_author', ({ headnotes }) => headnotes[0]?.author ?? ''],
  ['headnote', ({ headnotes }) => headnotes[0]?.text ?? ''],
];

type Batches = AsyncIterable<CitingDecision[]>;
type Write = (decision: CitingDecision) => string;

async function* each(batches: Batches, write: Write) {
  for await (const batch of batches) yield batch.map(write).join('');
}

type Envelope = { open: string; between: string; close: string };

/** A file that is one whole: a list in brackets, a document with a root. */
async function* enveloped(batches: Batches, { open, between, close }: Envelope, write: Write) {
  yield open;
  let before = '';
  for await (const batch of batches) {
    yield before + batch.map(write).join(between);
    before = between;
  }
  yield close;
}

async function* csvOf(batches: Batches) {
  yield toCsv([columns.map(([name]) => name)]);
  for await (const batch of batches) {
    // The byte-order mark stands at the beginning only.
    yield toCsv(batch.map((one) => columns.map(([, read]) => read(one)))).slice(1);
  }
}

type FileFormat = { type: string; write: (batches: Batches) => AsyncGenerator<string> };

/** How a whole list is written, by the ending of its address. */
export const fileFormats: Record<string, FileFormat> = {
  jsonl: {
    type: 'application/jsonl; charset=utf-8',
    write: (batches) => each(batches, (decision) => `${JSON.stringify(decision)}\n`),
  },
  csv: { type: 'text/csv; charset=utf-8', write: csvOf },
  ris: {
    type: 'application/x-research-info-systems; charset=utf-8',
    write: (batches) => each(batches, risOf),
  },
  bib: {
    type: 'application/x-bibtex; charset=utf-8',
    write: (batches) => each(batches, bibtexWriter()),
  },
  'csl.json': {
    type: 'application/vnd.citationstyles.csl+json; charset=utf-8',
    write: (batches) =>
      enveloped(batches, { open: '[', between: ',\n', close: ']\n' }, (decision) =>
        JSON.stringify(cslOf(decision)),
      ),
  },
  xml: {
    type: 'application/xml; charset=utf-8',
    write: (batches) => enveloped(batches, { ...documents, between: '' }, documentIn),
  },
};
