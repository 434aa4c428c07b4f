import { sql } from 'drizzle-orm';
import { schema } from '~/db/db.server';
import { executePrepared } from '~/db/prepared.server';
import {
  type CourtName,
  nameOfCourt,
  nameOfDecision,
} from '~/features/decisions/records/decision-names';
import { arrayOf, type CompiledQuery } from '~/features/decisions/query/query.server';
import type { Actor } from '~/policy/actor';
import { readableDocuments } from './library-matches.server';
import { documentAddress } from './library-results.server';
import { anyOf, headline, snippetOf, textUnlessMarked } from './marking.server';
import type { Described } from './results.server';

const { courts, decisionRecords, documentPages, intranetResources: resources } = schema;

type DecisionRow = {
  id: string;
  identifier: string;
  names: string[];
  case_numbers: string[];
  decided_on: string;
  court: CourtName;
  snippet: string | null;
  text: string | null;
  texts: { id: string; title: string; page: number | null }[] | null;
};

/** Decisions, each with its texts in the library and the page of each that fits best. */
export async function describeDecisions(
  ids: readonly string[],
  wish: CompiledQuery,
  { actor, query, language }: { actor: Actor; query: string; language: string },
): Promise<Described[]> {
  if (ids.length === 0) return [];
  const words = wish.all.library || null;
  const snippet = headline(sql`library_configuration('en')`, sql`text`, words);
  const hasWords =
    words === null
      ? sql`p.citations && ${arrayOf(wish.citations.flat())}`
      : sql`p.search @@ ${anyOf(words)}::tsquery`;
  const rank = words === null ? sql`null::real` : sql`ts_rank(p.search, ${anyOf(words)}::tsquery)`;
  const documents = readableDocuments(actor) ?? sql`false`;
  const rows = await executePrepared<DecisionRow>(sql`
    select shown.*, ${textUnlessMarked}, (
        select json_agg(json_build_object('id', r.id, 'title', r.title, 'page', (
          select p.page from ${documentPages} p where p.document = r.id and r.pages is not null and ${hasWords}
          order by ${rank} desc, p.page limit 1)) order by r.title)
        from ${resources} r
        where upper(r.metadata #>> '{judgment,ecli}') = upper(shown.identifier) and ${documents}
      ) as texts
    from (
      select id, identifier, names, case_numbers, decided_on, court, text, ${snippet} as snippet from (
        select d.id, d.identifier, d.names, d.case_numbers, to_char(d.decided_on, 'YYYY-MM-DD') as decided_on,
          json_build_object('code', c.code, 'name', c.name, 'nameEn', c.name_en, 'country', c.country,
            'language', c.language) as court, coalesce(d.summaries #>> '{0,text}', '') as text
        from ${decisionRecords} d join ${courts} c on c.code = d.court
        where d.id = any(${arrayOf(ids)}::uuid[])
      ) as found offset 0
    ) as shown`);
  return rows.map((row) => {
    const named = { ...row, caseNumbers: row.case_numbers };
    const numbers = row.case_numbers.slice(0, 3).join(', ');
    return {
      kind: 'decision',
      part: 'decision',
      key: row.id,
      address: `/decisions/${encodeURIComponent(row.identifier)}`,
      title: nameOfDecision(named),
      language: null,
      label: 'search.kind.decision-item',
      facts: [nameOfCourt(row.court, language), numbers, row.identifier].filter(Boolean),
      date: row.decided_on,
      page: null,
      snippet: snippetOf(wish, row),
      texts: (row.texts ?? []).map(({ id, title, page }) => ({
        title,
        page,
        address: documentAddress(id, page, query),
      })),
    };
  });
}
