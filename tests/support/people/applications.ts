import { eq } from 'drizzle-orm';
import type { SignedInActor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { makeApplication, makeUser } from '~/db/factories.server';
import { hashOfLink, statusTokenOf } from '~/features/membership/status/application-links.server';
import { approveApplication } from '~/features/membership/review/application-decision.server';
import { actorOf } from './actors';

const { auditEntries, membershipApplications } = schema;

/** What a person fills in, as the browser sends it. */
export function filledForm(changes: Record<string, string | string[]> = {}): FormData {
  const fields: Record<string, string | string[]> = {
    firstName: 'Ottilie',
    lastName: 'Brandwaldner',
    email: 'ottilie@court.example',
    memberCategory: 'full-practising',
    function: 'Judge',
    courtName: 'Administrative Court',
    courtCity: 'Nordtal',
    country: 'AT',
    appointedSince: '2014',
    gdprExperience: 'Cases on access requests since 2018.',
    workingLanguages: ['de', 'en'],
    preferredLanguage: 'de',
    acceptStatutes: 'on',
    acceptEndUserAgreement: 'on',
    privacyNoticeSeen: 'on',
    ...changes,
  };
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    for (const each of [value].flat()) form.append(name, each);
  }
  return form;
}

/** Someone who decides about applications. */
export async function makeAdministrator(
  firstName: string,
  role: 'ADMIN' | 'DEV' = 'ADMIN',
): Promise<SignedInActor> {
  return actorOf(await makeUser(db(), { firstName, role }));
}

/** Empties what applications leave behind, and makes the two who decide: Ada and the DEV Devi. */
export async function onlyTwoAdministrators() {
  await db().delete(membershipApplications);
  await db().delete(schema.mails);
  await db().delete(schema.users);
  await db().delete(schema.signInAccounts);
  return { ada: await makeAdministrator('Ada'), devi: await makeAdministrator('Devi', 'DEV') };
}

/** The id of an application under review whose judicial status has been verified. */
export async function verifiedApplication(
  by: SignedInActor,
  changes: Parameters<typeof makeApplication>[1] = {},
): Promise<string> {
  const { id } = await makeApplication(db(), {
    status: 'under-review',
    verifiedAt: new Date(),
    verifiedBy: by.id,
    verificationMethod: 'Register',
    ...changes,
  });
  await db()
    .update(membershipApplications)
    .set({ statusHash: hashOfLink(statusTokenOf(id)) })
    .where(eq(membershipApplications.id, id));
  return id;
}

/** What an administrator has on the screen now. */
export async function looked(id: string) {
  const { version } = await applicationNow(id);
  return { id, version };
}

export const words = { text: 'We are glad to welcome you.', reference: 'B 12' };

/** One approval after the other. */
export async function approve(id: string, ...people: SignedInActor[]): Promise<void> {
  for (const person of people) await approveApplication(person, await looked(id), words);
}

/** The application as it is now. */
export async function applicationNow(id: string) {
  const [found] = await db()
    .select()
    .from(membershipApplications)
    .where(eq(membershipApplications.id, id));
  if (!found) throw new Error('The application is gone');
  return found;
}

/** What the audit log has about something, oldest first. */
export async function auditActions(targetId: string): Promise<string[]> {
  const rows = await db()
    .select({ action: auditEntries.action })
    .from(auditEntries)
    .where(eq(auditEntries.targetId, targetId))
    .orderBy(auditEntries.seq);
  return rows.map(({ action }) => action);
}

/** How each of several attempts at the same moment ended: the codes of the failures, or 'done'. */
export async function atOnce(
  times: number,
  attempt: (number: number) => Promise<unknown>,
): Promise<string[]> {
  const ends = await Promise.allSettled(Array.from({ length: times }, (_, n) => attempt(n)));
  return ends.map((end) => {
    if (end.status === 'fulfilled') return 'done';
    return end.reason instanceof Error ? end.reason.message : 'failed';
  });
}
