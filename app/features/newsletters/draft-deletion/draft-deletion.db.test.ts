import { and, eq, inArray } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { db, schema } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import {
  getNewsletter,
  saveNewsletter,
  scheduleNewsletter,
  takeNewsletterStep,
} from '~/features/newsletters/newsletters.server';
import { newId } from '~/lib/new-id';
import { anonymous, type SignedInActor } from '~/policy/actor';
import { actorOf, actorWithRole } from '../../../../tests/support/people/actors';
import { askRoute, statusOf } from '../../../../tests/support/site/route-request';
import { newsletterDraft } from '../../../../tests/support/texts/newsletter-draft';
import { deleteSelectedDrafts, findSelectedDrafts } from './draft-deletion.server';
import { versionKey } from '~/ui/data-table/listed-version';

const { auditEntries, newsletters } = schema;
let admin: SignedInActor;

beforeEach(async () => {
  await db().delete(newsletters);
  admin ??= actorOf(await makeUser(db(), { role: 'ADMIN' }));
});

async function writeDraft(subject: string) {
  const id = await saveNewsletter(admin, null, { ...newsletterDraft, subject });
  const { version } = await getNewsletter(admin, id);
  return { id, version, key: versionKey({ id, version }) };
}
const inState = async (subject: string, status: 'scheduled' | 'sending' | 'paused' | 'sent') => {
  const draft = await writeDraft(subject);
  await db().update(newsletters).set({ status }).where(eq(newsletters.id, draft.id));
  return draft;
};
async function subjects() {
  const rows = await db().select({ subject: newsletters.subject }).from(newsletters);
  return rows.map(({ subject }) => subject).toSorted();
}
async function deletedIn(ids: string[]) {
  const noted = and(
    eq(auditEntries.action, 'newsletter.delete'),
    inArray(auditEntries.targetId, ids),
  );
  const rows = await db().select().from(auditEntries).where(noted).orderBy(auditEntries.seq);
  return rows.map(({ targetId, actorId }) => [targetId, actorId]);
}
const whyLeft = ({ left }: { left: { subject: string; why: string }[] }) =>
  Object.fromEntries(left.map(({ subject, why }) => [subject, why]));

describe('drafts of newsletters that are deleted together', () => {
  test('go, each with an entry of the audit log', async () => {
    const drafts = [await writeDraft('A letter'), await writeDraft('Beta')];
    await writeDraft('Gamma');
    const keys = drafts.map(({ key }) => key);
    expect(await deleteSelectedDrafts(admin, [...keys, ...keys])).toEqual({
      deleted: 2,
      left: [],
      unknown: 0,
    });
    expect(await subjects()).toEqual(['Gamma']);
    const ids = drafts.map(({ id }) => id);
    expect(await deletedIn(ids)).toEqual(ids.map((id) => [id, admin.id]));
  });

  test('are drafts alone: what is scheduled, being sent or sent stays and is named', async () => {
    const draft = await writeDraft('Draft');
    const others = [];
    for (const status of ['scheduled', 'sending', 'paused', 'sent'] as const)
      others.push(await inState(`Is ${status}`, status));
    const keys = [draft, ...others].map(({ key }) => key);
    const result = await deleteSelectedDrafts(admin, keys);
    expect(result).toMatchObject({ deleted: 1, unknown: 0 });
    expect(whyLeft(result)).toEqual({
      'Is paused': 'state',
      'Is scheduled': 'state',
      'Is sending': 'state',
      'Is sent': 'state',
    });
    expect(await subjects()).toEqual(['Is paused', 'Is scheduled', 'Is sending', 'Is sent']);
    expect(await deletedIn(others.map(({ id }) => id))).toEqual([]);
  });

  test('stay where someone has saved, scheduled or deleted them meanwhile', async () => {
    const [plain, saved, scheduled, gone] = [
      await writeDraft('Plain'),
      await writeDraft('Saved'),
      await writeDraft('Scheduled'),
      await writeDraft('Gone'),
    ];
    const { version } = saved;
    await saveNewsletter(admin, saved.id, { ...newsletterDraft, subject: 'Saved anew', version });
    const sendAt = new Date(Date.now() + 3_600_000);
    await scheduleNewsletter(admin, scheduled.id, { version: scheduled.version, sendAt });
    await takeNewsletterStep(admin, gone.id, { intent: 'delete', version: gone.version });
    const keys = [plain, saved, scheduled, gone].map(({ key }) => key);
    const result = await deleteSelectedDrafts(admin, keys);
    expect(result).toMatchObject({ deleted: 1, unknown: 1 });
    expect(whyLeft(result)).toEqual({ 'Saved anew': 'changed', Scheduled: 'state' });
    expect(await subjects()).toEqual(['Saved anew', 'Scheduled']);
    // Of two who delete the same, one has deleted it.
    const now = versionKey({ id: saved.id, version: version + 1 });
    const both = await Promise.all([now, now].map((key) => deleteSelectedDrafts(admin, [key])));
    expect(both.reduce((sum, { deleted }) => sum + deleted, 0)).toBe(1);
    expect(await deletedIn([saved.id])).toHaveLength(1);
  });

  test('are nothing but newsletters, whatever a form names', async () => {
    const { id, key, version } = await writeDraft('Draft');
    const forged = [
      id,
      `${key}/1`,
      `${id}/1e0`,
      `${id}/-1`,
      `${newId()}/1`,
      `${admin.id}/1`,
      "1' or 1=1/1",
      '__proto__',
      '',
    ];
    const { length: unknown } = forged;
    expect(await deleteSelectedDrafts(admin, forged)).toEqual({ deleted: 0, left: [], unknown });
    const later = await deleteSelectedDrafts(admin, [versionKey({ id, version: version + 1 })]);
    expect(whyLeft(later)).toEqual({ Draft: 'changed' });
    expect(await subjects()).toEqual(['Draft']);
  });
});

describe('the form', () => {
  const pattern = '/administration/newsletters';
  const form = (intent: string, ...selected: string[]) => {
    const sent = new FormData();
    sent.set('intent', intent);
    for (const key of selected) sent.append('selected', key);
    return sent;
  };

  test('names the drafts before anything is deleted', async () => {
    const draft = await writeDraft('Draft');
    const sent = await inState('Is sent', 'sent');
    const asked = { actor: admin, pattern };
    expect(await askRoute({ ...asked, form: form('ask-delete', draft.key, sent.key) })).toEqual({
      asked: [{ key: draft.key, subject: 'Draft', language: 'en', list: 'newsletter' }],
      result: { deleted: 0, left: [{ id: sent.id, subject: 'Is sent', why: 'state' }], unknown: 0 },
    });
    expect(await subjects()).toEqual(['Draft', 'Is sent']);
    expect(await askRoute({ ...asked, form: form('delete', draft.key) })).toEqual({
      result: { deleted: 1, left: [], unknown: 0 },
    });
    expect(await askRoute({ ...asked, form: form('ask-delete', draft.key) })).toEqual({
      asked: [],
      result: { deleted: 0, left: [], unknown: 1 },
    });
  });

  test('takes nothing else, and from administrators alone', async () => {
    const { key } = await writeDraft('Draft');
    for (const actor of [anonymous, actorWithRole('USER')]) {
      for (const intent of ['ask-delete', 'delete'])
        expect(await statusOf(askRoute({ actor, pattern, form: form(intent, key) }))).toBe(404);
      const refused = { code: 'error.not-found' };
      await expect(findSelectedDrafts(actor, [key])).rejects.toMatchObject(refused);
      await expect(deleteSelectedDrafts(actor, [key])).rejects.toMatchObject(refused);
    }
    const status = (sent: FormData) => statusOf(askRoute({ actor: admin, pattern, form: sent }));
    expect(await status(form('delete'))).toBe(302);
    const tooMany = Array.from({ length: 26 }, () => key);
    expect(await status(form('delete', ...tooMany))).toBe(302);
    expect(await status(form('send', key))).toBe(400);
    expect(await subjects()).toEqual(['Draft']);
  });
});
