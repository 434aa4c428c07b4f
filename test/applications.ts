import { eq } from 'drizzle-orm';
import type { SignedInActor } from '~/actor';
import { db, schema } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
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

/** Somebody who decides about applications. */
export async function makeAdministrator(
  firstName: string,
  role: 'ADMIN' | 'DEV' = 'ADMIN',
): Promise<SignedInActor> {
  return actorOf(await makeUser(db(), { firstName, role }));
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
