import { asc, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { db, schema } from '~/db/db.server';
import { makeDocument } from '~/db/intranet-factories.server';
import { tables } from '~/features/citations/recogniser/tables';
import { citationColumns, recogniseCitations, recognitionVersion } from './page-citations.server';

const { documentPages: pages, intranetResources: resources } = schema;

/** A document whose pages have been read by a recogniser that found nothing. */
async function documentOf(texts: string[], recognisedBy: string | null) {
  const { id } = await makeDocument(db(), { textState: 'found' });
  const kept = { document: id, search: '', citations: ['OLD1/99'], recognisedBy };
  await db()
    .insert(pages)
    .values(texts.map((text, at) => ({ ...kept, text, page: at + 1 })));
  return id;
}

const pagesOf = (document: string) =>
  db().select().from(pages).where(eq(pages.document, document)).orderBy(asc(pages.page));

test('other tables of the recogniser have the citations of all documents found anew', async () => {
  const changed = recognitionVersion(JSON.stringify({ ...tables, journals: {} }));
  expect(changed).not.toBe(recognitionVersion());
  expect(recognitionVersion(JSON.stringify(tables))).toBe(recognitionVersion());
  const older = await documentOf(['OJ C 131/12 on C-300/21', 'Art. 82 GDPR'], changed);
  const before = await documentOf(['C-131/12'], null);
  await recogniseCitations.run({});
  const [first, second] = await pagesOf(older);
  expect(first?.citations).toEqual(expect.arrayContaining(['OJC131/12', 'C300/21']));
  expect(first?.citations).not.toContain('C131/12');
  expect(second?.citations).toEqual(['gdpr/82']);
  expect((await pagesOf(before))[0]?.citations).toContain('C131/12');
});

test('what was found by the same tables is left alone', async () => {
  const document = await documentOf(['C-131/12'], recognitionVersion());
  const { citations, recognisedBy } = citationColumns('C-131/12');
  expect({ isFound: citations.includes('C131/12'), recognisedBy }).toEqual({
    isFound: true,
    recognisedBy: recognitionVersion(),
  });
  await recogniseCitations.run({});
  expect((await pagesOf(document))[0]?.citations).toEqual(['OLD1/99']);
});

test('a run that is cut short is continued by the next', async () => {
  const document = await documentOf(
    Array.from({ length: 120 }, (_, at) => `C-${at + 1}/19`),
    null,
  );
  await db().execute(sql`
    alter table intranet_document_pages add constraint no_more check (text <> 'C-120/19' or recognised_by is null)`);
  await expect(recogniseCitations.run({})).rejects.toThrow(/no_more|Failed query/);
  const isDone = eq(pages.recognisedBy, recognitionVersion());
  const ofIt = sql`${pages.document} = ${document} and ${isDone}`;
  expect(await db().$count(pages, ofIt)).toBe(100);
  await db().execute('alter table intranet_document_pages drop constraint no_more');
  await recogniseCitations.run({});
  const found = await pagesOf(document);
  expect(found).toHaveLength(120);
  expect(found.every(({ citations, page }) => citations.includes(`C${page}/19`))).toBe(true);
});

test('the keys of titles and details are made anew too, and nothing else of the document changes', async () => {
  const kept = { title: 'OJ C 131/12 on C-300/21', citations: ['C131/12'] };
  const { id } = await makeDocument(db(), kept);
  const read = async () => {
    const [row] = await db().select().from(resources).where(eq(resources.id, id));
    return row;
  };
  const before = await read();
  await recogniseCitations.run({});
  const after = await read();
  expect(after?.citations).toEqual(expect.arrayContaining(['OJC131/12', 'C300/21']));
  expect(after?.citations).not.toContain('C131/12');
  expect({ ...after, citations: [] }).toEqual({ ...before, citations: [] });
});
