import type { FileAnswer } from '~/answers/file-answer';
import { decisionQueryFrom } from '~/features/decisions/browse/decision-query';
import { toCsv } from '~/lib/csv';
import { mayProposeTo } from '~/features/decisions/query/spelling-limit.server';
import { actorContext } from '~/policy/actor';
import { requestFactsContext } from '~/policy/request-context';
import { answerApi, apiFile } from './api-answer.server';
import type { Route } from './+types/decision-export.route';
import { bibtexOf, risOf } from './citation-styles';
import type { CitingDecision } from './ecli-xml';
import { exportAll } from './exports.server';

export const handle = { file: 'loader' } satisfies FileAnswer;

const columns: [string, (decision: CitingDecision) => string][] = [
  ['identifier', ({ identifier }) => identifier],
  ['ecli', ({ ecli }) => ecli ?? ''],
  ['court', ({ court }) => court.code],
  ['court_name', ({ court }) => court.name],
  ['country', ({ court }) => court.country],
  ['formation', ({ formation }) => formation ?? ''],
  ['decided_on', ({ decidedOn }) => decidedOn],
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
];

type Batches = AsyncGenerator<CitingDecision[]>;

async function* each(batches: Batches, write: (decision: CitingDecision) => string) {
  for await (const batch of batches) yield batch.map(write).join('');
}

async function* csvOf(batches: Batches) {
  yield toCsv([columns.map(([name]) => name)]);
  for await (const batch of batches) {
    // The byte-order mark stands at the beginning only.
    yield toCsv(batch.map((one) => columns.map(([, read]) => read(one)))).slice(1);
  }
}

const formats: Record<
  string,
  { type: string; write: (batches: Batches) => AsyncGenerator<string> }
> = {
  jsonl: {
    type: 'application/jsonl; charset=utf-8',
    write: (batches) => each(batches, (decision) => `${JSON.stringify(decision)}\n`),
  },
  csv: { type: 'text/csv; charset=utf-8', write: csvOf },
  ris: {
    type: 'application/x-research-info-systems; charset=utf-8',
    write: (batches) => each(batches, risOf),
  },
  bib: { type: 'application/x-bibtex; charset=utf-8', write: (batches) => each(batches, bibtexOf) },
};

/** All decisions of a filter as one file, in the format that the address ends with. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const mayPropose = mayProposeTo(actor, context.get(requestFactsContext).clientAddress);
  const { pathname, searchParams } = new URL(request.url);
  const extension = pathname.slice(pathname.lastIndexOf('.') + 1);
  return answerApi(actor, async () => {
    const format = formats[extension];
    if (!format) throw new Error(`No format ${extension}`);
    const filter = decisionQueryFrom(searchParams);
    const { madeOf, batches } = await exportAll(actor, filter, mayPropose);
    const fileName = `decisions.${extension}`;
    const answering = { actor, request, type: format.type, fileName };
    return apiFile(`${fileName} ${madeOf}`, answering, () => format.write(batches));
  });
}
