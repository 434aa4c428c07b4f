import { and, eq, inArray } from 'drizzle-orm';
import { config } from '~/config/config.server';
import { schema, type Transaction } from '~/db/db.server';
import { translateIn } from '~/i18n/translations.server';
import { queueMail } from '~/platform/mail/mail.server';
import { departureEmail } from './departure.email';
import { isMemberCategory } from './member-categories';
import { association } from '~/platform/association.server';

const { applicationMessages, applicationNotes, membershipApplications: applications } = schema;

/** What is taken away; number, state, category, country and times stay for the statistics. */
const withoutPerson = {
  title: null,
  firstName: null,
  lastName: null,
  email: null,
  phone: null,
  function: null,
  courtName: null,
  courtCity: null,
  appointedSince: null,
  gdprExperience: null,
  workingLanguages: [],
  preferredLanguage: null,
  referee: null,
  message: null,
  consents: {},
  submissionKey: null,
  confirmHash: null,
  userId: null,
  verificationMethod: null,
  decisionReference: null,
  decisionReason: null,
  feeStatus: 'not-due',
} satisfies Partial<typeof applications.$inferInsert>;

/** Takes the person out of an application, with everything that was written about it. */
export async function anonymiseApplication(tx: Transaction, id: string, now: Date): Promise<void> {
  await tx
    .update(applications)
    .set({ ...withoutPerson, anonymisedAt: now, updatedAt: now })
    .where(eq(applications.id, id));
  await tx.delete(applicationNotes).where(eq(applicationNotes.applicationId, id));
  await tx.delete(applicationMessages).where(eq(applicationMessages.applicationId, id));
}

/**
 * Before an account goes: the entry in the register of members loses its names at once, and the
 * secretariat is told who left, since the register can no longer say it.
 */
export async function recordDeparture(tx: Transaction, userId: string): Promise<void> {
  const entries = await tx
    .select()
    .from(applications)
    .where(
      and(
        eq(applications.userId, userId),
        inArray(applications.status, ['approved', 'invited', 'active']),
      ),
    );
  for (const { id } of entries) await anonymiseApplication(tx, id, new Date());
  const [person] = await tx
    .select({ firstName: schema.users.firstName, lastName: schema.users.lastName })
    .from(schema.users)
    .where(eq(schema.users.id, userId));
  const translate = translateIn(config().languages.default);
  const [entry] = entries;
  const category = entry?.memberCategory ?? '';
  await queueMail(tx, {
    template: 'member-departed',
    recipient: association().email,
    ...departureEmail({
      translate,
      site: association().shortName,
      name: [person?.firstName, person?.lastName].filter(Boolean).join(' '),
      membership: entry
        ? {
            number: String(entry.memberNumber ?? '–'),
            category: isMemberCategory(category)
              ? translate(`membership.category.${category}`)
              : category,
          }
        : null,
    }),
  });
}
