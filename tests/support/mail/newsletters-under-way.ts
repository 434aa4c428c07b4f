import { like } from 'drizzle-orm';
import { db, schema } from '~/db/db.server';
import { newsletterDraft } from '../texts/newsletter-draft';

const { newsletters } = schema;

const minutesAway = (minutes: number) => new Date(Date.now() + minutes * 60_000);

/** A site in the middle of sending: what it has sent since, nobody knows who brings it back. */
export async function leaveNewslettersUnderWay(): Promise<void> {
  const { version: _none, ...draft } = newsletterDraft;
  const underWay = [
    { subject: 'Under way: due', status: 'scheduled', sendAt: minutesAway(-1) },
    { subject: 'Under way: sending', status: 'sending', sendAt: minutesAway(-1) },
    { subject: 'Under way: to come', status: 'scheduled', sendAt: minutesAway(600) },
  ] as const;
  await db()
    .insert(newsletters)
    .values(underWay.map((one) => ({ ...draft, ...one })));
}

/** What has become of them. */
export async function newslettersUnderWay(): Promise<Record<string, string>> {
  const rows = await db()
    .select()
    .from(newsletters)
    .where(like(newsletters.subject, 'Under way: %'));
  return Object.fromEntries(
    rows.map(({ subject, status, sendAt }) => [
      subject.replace('Under way: ', ''),
      `${status}, ${sendAt ? 'with' : 'without'} a time`,
    ]),
  );
}

/** Those that may have been sent wait for a person; the time by itself lists them as a task. */
export const heldNewsletters = {
  due: 'draft, with a time',
  sending: 'paused, with a time',
  'to come': 'scheduled, with a time',
};
