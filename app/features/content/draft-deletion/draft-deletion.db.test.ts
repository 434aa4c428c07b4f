import { and, eq, inArray } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { db, schema } from '~/db/db.server';
import { makeNewsItem, makeUser } from '~/db/factories.server';
import { createText } from '~/features/content/publishing/new-texts.server';
import { getCore } from '~/features/content/publishing/publication-rows.server';
import { saveText } from '~/features/content/publishing/saving.server';
import { newId } from '~/lib/new-id';
import { anonymous, type SignedInActor } from '~/policy/actor';
import { actorOf, actorWithRole } from '../../../../tests/support/people/actors';
import { askRoute, statusOf } from '../../../../tests/support/site/route-request';
import { writeEntry } from '../../../../tests/support/texts/board-entries';
import { typedNews, writeNews } from '../../../../tests/support/texts/texts';
import { deleteDrafts } from './draft-deletion.server';
import { draftKey } from './draft-key';

const { auditEntries, boardMembers, newsItems, pages, publicationVersions } = schema;
let admin: SignedInActor;

beforeEach(async () => {
  for (const table of [newsItems, pages, boardMembers]) await db().delete(table);
  admin ??= actorOf(await makeUser(db(), { role: 'ADMIN' }));
});

async function writeDraft(slug: string) {
  const text = await writeNews(admin, { slug });
  return { id: text.id, key: draftKey({ kind: 'news', id: text.id, version: 2 }) };
}
const slugs = async () =>
  (await db().select({ slug: newsItems.slug }).from(newsItems)).map(({ slug }) => slug).toSorted();
const deletedIn = async (ids: string[]) => {
  const noted = and(eq(auditEntries.action, 'content.delete'), inArray(auditEntries.targetId, ids));
  const rows = await db().select().from(auditEntries).where(noted).orderBy(auditEntries.seq);
  return rows.map(({ targetId, actorId }) => [targetId, actorId]);
};

describe('drafts that are deleted together', () => {
  test('go with their versions, each with an entry of the audit log', async () => {
    const drafts = [await writeDraft('a'), await writeDraft('b')];
    await writeDraft('c');
    const id = await createText(admin, { kind: 'page', language: 'en', title: 'A page' });
    const keys = [...drafts.map(({ key }) => key), draftKey({ kind: 'page', id, version: 1 })];
    expect(await deleteDrafts(admin, keys)).toEqual({ deleted: 3, kept: 0 });
    expect(await slugs()).toEqual(['c']);
    const ids = [...drafts.map(({ id }) => id), id];
    expect(await deletedIn(ids)).toEqual(ids.map((id) => [id, admin.id]));
    const left = inArray(publicationVersions.publicationId, ids);
    expect(await db().$count(publicationVersions, left)).toBe(0);
  });

  test('are kept where they are not as they were listed, and the others go', async () => {
    const [plain, changed, published, gone] = [
      await writeDraft('plain'),
      await writeDraft('changed'),
      await writeDraft('published'),
      await writeDraft('gone'),
    ];
    const of = (slug: string, id: string, intent: 'save' | 'publish') =>
      saveText(admin, { kind: 'news', id }, typedNews({ slug }, { intent, baseVersion: 2 }));
    await of('changed', changed.id, 'save');
    await of('published', published.id, 'publish');
    await deleteDrafts(admin, [gone.key]);
    const keys = [plain, changed, published, gone].map(({ key }) => key);
    expect(await deleteDrafts(admin, keys)).toEqual({ deleted: 1, kept: 3 });
    expect(await slugs()).toEqual(['changed', 'published']);
    // Of two who delete the same, one has deleted it.
    const { version } = await getCore({ kind: 'news', id: changed.id });
    const now = draftKey({ kind: 'news', id: changed.id, version });
    const both = await Promise.all([deleteDrafts(admin, [now]), deleteDrafts(admin, [now])]);
    expect(both.reduce((sum, { deleted }) => sum + deleted, 0)).toBe(1);
  });

  test('are nothing but drafts, whatever a form names', async () => {
    const draft = await writeDraft('draft');
    const shown = await makeNewsItem(db(), { slug: 'shown' });
    const { id } = await writeEntry(admin, {});
    await db().update(boardMembers).set({ status: 'archived' });
    const withdrawn = await getCore({ kind: 'board-member', id });
    const forged = [
      draftKey({ kind: 'news', id: shown.id, version: shown.version }),
      // A withdrawn entry can be deleted by itself, but is no draft.
      draftKey({ kind: 'board-member', id: withdrawn.id, version: withdrawn.version }),
      draftKey({ kind: 'article', id: draft.id, version: 2 }),
      draftKey({ kind: 'news', id: newId(), version: 1 }),
      draftKey({ kind: 'news', id: "1' or 1=1", version: 1 }),
      `event/${newId()}/1`,
      `users/${admin.id}/1`,
      `${draft.key}/x`,
      `news/${draft.id}/2e0`,
      `news/${draft.id}/-2`,
      '__proto__',
      '',
    ];
    const { length } = forged;
    expect(await deleteDrafts(admin, forged)).toEqual({ deleted: 0, kept: length });
    expect(await slugs()).toEqual(['draft', 'shown']);
    expect(await db().$count(boardMembers)).toBe(1);
    // What is named twice is one draft.
    expect(await deleteDrafts(admin, [draft.key, draft.key])).toEqual({ deleted: 1, kept: 0 });
  });
});

describe('the form', () => {
  const pattern = '/administration/content';
  const form = (intent: string, ...selected: string[]) => {
    const sent = new FormData();
    sent.set('intent', intent);
    for (const key of selected) sent.append('selected', key);
    return sent;
  };

  test('names the drafts before anything is deleted', async () => {
    const draft = await writeDraft('draft');
    const asked = { actor: admin, pattern };
    const stale = `news/${draft.id}/1`;
    const first = await askRoute({ ...asked, form: form('ask-delete', draft.key, stale) });
    expect(first).toEqual({
      asked: [{ key: draft.key, title: 'First text', language: 'en', leavesMenu: false }],
      result: { deleted: 0, kept: 1 },
    });
    expect(await slugs()).toEqual(['draft']);
    const second = await askRoute({ ...asked, form: form('delete', draft.key) });
    expect(second).toEqual({ result: { deleted: 1, kept: 0 } });
    const again = await askRoute({ ...asked, form: form('ask-delete', draft.key) });
    expect(again).toEqual({ result: { deleted: 0, kept: 1 } });
  });

  test('takes nothing else, and from editors alone', async () => {
    const draft = await writeDraft('draft');
    for (const actor of [anonymous, actorWithRole('USER')]) {
      for (const intent of ['ask-delete', 'delete'])
        expect(
          await statusOf(askRoute({ actor, pattern, form: form(intent, draft.key) })),
        ).not.toBe(200);
      await expect(deleteDrafts(actor, [draft.key])).rejects.toMatchObject({
        code: 'error.not-found',
      });
    }
    expect(await statusOf(askRoute({ actor: admin, pattern, form: form('delete') }))).toBe(302);
    expect(
      await statusOf(askRoute({ actor: admin, pattern, form: form('publish', draft.key) })),
    ).toBe(400);
    const tooMany = Array.from({ length: 26 }, () => draft.key);
    expect(
      await statusOf(askRoute({ actor: admin, pattern, form: form('delete', ...tooMany) })),
    ).toBe(302);
    expect(await slugs()).toEqual(['draft']);
  });
});
