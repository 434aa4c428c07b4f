import { sql } from 'drizzle-orm';
import { schema } from '~/db/db.server';
import { executePrepared } from '~/db/prepared.server';
import type { Collection } from '~/lib/collections';
import { judgmentOf, type ResourceMetadata } from '~/features/library/resources/resource-metadata';
import { anyOf, headline, snippetOf, textUnlessMarked } from './marking.server';
import type { Described } from './results.server';
import { arrayOf, type CompiledQuery } from '~/features/decisions/query/query.server';

const { documentPages, intranetResources: resources } = schema;

type LibraryRow = {
  id: string;
  folder: boolean;
  collection: Collection;
  title: string;
  language: string | null;
  metadata: ResourceMetadata;
  page_count: number | null;
  page: number | null;
  snippet: string | null;
  text: string | null;
};

/** Documents and folders, each with the best page of its text. */
export async function describeLibrary(
  ids: readonly string[],
  wish: CompiledQuery,
  query: string,
): Promise<Described[]> {
  if (ids.length === 0) return [];
  const words = wish.all.library || null;
  const citations = wish.citations.flat();
  const isCited = citations.length > 0 ? sql`p.citations && ${arrayOf(citations)}` : sql`false`;
  const hasWords = words === null ? sql`false` : sql`p.search @@ ${anyOf(words)}::tsquery`;
  const order = [
    ...(citations.length > 0 ? [sql`(${isCited}) desc`] : []),
    ...(words === null ? [] : [sql`ts_rank(p.search, ${anyOf(words)}::tsquery) desc`]),
    sql`p.page`,
  ];
  const snippet = headline(sql`library_configuration(language)`, sql`text`, words);
  const rows = await executePrepared<LibraryRow>(sql`
    select r.id, r.folder, r.collection, r.title, r.language, r.metadata, r.pages as page_count,
      best.page, best.snippet, best.text
    from ${resources} r left join lateral (
      select page, snippet, ${textUnlessMarked} from (
        select page, text, ${snippet} as snippet from (
          select p.page, p.language, left(p.text, 50000) as text from ${documentPages} p
          where p.document = r.id and (${hasWords} or ${isCited})
          order by ${sql.join(order, sql`, `)} limit 1
        ) as place offset 0
      ) as marked
    ) best on true
    where r.id = any(${arrayOf(ids)}::uuid[])`);
  return rows.map((row) => {
    const judgment = judgmentOf(row.metadata);
    const page = row.page_count === null ? null : row.page;
    const { court = '', caseNumber = '', ecli = '' } = judgment ?? {};
    return {
      kind: 'library',
      part: 'library',
      key: row.id,
      address: addressOf(row, page, query),
      title: row.title,
      language: row.language,
      label: `document.kind.${row.metadata.kind}`,
      facts: [court, caseNumber, ecli].filter(Boolean),
      date: judgment?.decidedOn ?? null,
      page,
      snippet: snippetOf(wish, row),
    };
  });
}

function addressOf(
  { folder, collection, id }: LibraryRow,
  page: number | null,
  query: string,
): string {
  if (folder)
    return `${collection === 'adminIntranet' ? '/administration/intranet' : '/intranet'}/${id}`;
  return documentAddress(id, page, query);
}

/** Where a document is read, at the page that was found and with the words marked. */
export function documentAddress(id: string, page: number | null, query: string): string {
  const search = new URLSearchParams({ q: query });
  return `/intranet/documents/${id}?${search.toString()}${page === null ? '' : `#page=${page}`}`;
}
