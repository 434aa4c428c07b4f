import { eq } from 'drizzle-orm';
import { db, schema } from '~/db/db.server';
import { makeDocument } from '~/db/intranet-factories.server';
import { severalAddress } from '~/features/library/details/several-address';
import { citationColumns } from '~/features/library/reading/page-citations.server';
import type { Actor, SignedInActor } from '~/policy/actor';
import { askRoute } from '../site/route-request';

const { documentPages, intranetResources } = schema;
const pattern = '/intranet/details';

export type FileFields = Parameters<typeof makeDocument>[1];

/** A file of one page that somebody has uploaded and the reader has read. */
export async function uploadedFile(
  owner: SignedInActor,
  text: string,
  fields: FileFields = {},
): Promise<string> {
  const { id } = await makeDocument(db(), {
    user: owner.id,
    textState: 'found',
    title: 'scan_1',
    ...fields,
  });
  const page = { document: id, page: 1, text, search: '', ...citationColumns(text) };
  await db().insert(documentPages).values(page);
  return id;
}

/** Asks for the page with the details of several files. */
export const askDetails = (actor: Actor, ids: string[]): Promise<unknown> =>
  askRoute({ actor, pattern, address: severalAddress(ids) });

type Page = { files: { row: Record<string, string>; decision: unknown; textState: string }[] };

const isPage = (answer: unknown): answer is Page =>
  typeof answer === 'object' && answer !== null && 'files' in answer;

/** What that page shows of each. */
export async function rowsOf(actor: Actor, ids: string[]): Promise<Record<string, string>[]> {
  const answer = await askDetails(actor, ids);
  if (!isPage(answer)) throw new Error('There is no page');
  return answer.files.map(({ row }) => row);
}

/** Sends its form as a browser does: a box that is not ticked is not there. */
export function saveDetails(actor: Actor, rows: Record<string, string>[]): Promise<unknown> {
  const form = new FormData();
  for (const [at, row] of rows.entries())
    for (const [name, value] of Object.entries(row))
      if (name !== 'decide' || value) form.set(`files.${at}.${name}`, value);
  return askRoute({ actor, pattern, form });
}

export async function savedFile(id: string) {
  const [row] = await db().select().from(intranetResources).where(eq(intranetResources.id, id));
  return row;
}
