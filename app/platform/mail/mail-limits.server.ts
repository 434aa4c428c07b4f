import { and, gt, inArray, sql } from 'drizzle-orm';
import { schema, type Transaction, takeTurn } from '~/db/db.server';
import { noteSecurityEvent } from '~/platform/security-events.server';

const { mails } = schema;

/** At most so many e-mails of these templates to one recipient in so many hours. */
type MailLimit = { templates: readonly string[]; most: number; hours: number };

/**
 * What each form may cause to be sent to one recipient, whoever fills it in and from wherever (docs/SECURITY.md,
 * "E-mails that a form causes").
 */
const mailLimits = {
  /** Sign-up and, for the new address, a change of address. */
  'sign-up': {
    templates: ['confirm-email', 'address-in-use', 'email-change'],
    most: 3,
    hours: 1,
  },
  'reset-password': { templates: ['reset-password'], most: 3, hours: 1 },
  subscription: {
    templates: ['confirm-subscription', 'subscribed-already'],
    most: 3,
    hours: 24,
  },
  application: { templates: ['application-confirm', 'application-known'], most: 5, hours: 24 },
  registration: {
    templates: ['pending', 'confirmed', 'waitlisted', 'cancelled'].map(
      (status) => `registration-${status}`,
    ),
    most: 10,
    hours: 24,
  },
  'guest-invitation': { templates: ['registration-invitation'], most: 5, hours: 24 },
  invitation: { templates: ['invitation'], most: 5, hours: 24 },
  'newsletter-test': { templates: ['newsletter-test'], most: 20, hours: 1 },
  flag: { templates: ['moderation-new-flag'], most: 10, hours: 1 },
  forum: {
    templates: ['forum-mention', 'forum-answer', 'forum-new-comment'],
    most: 20,
    hours: 1,
  },
} satisfies Record<string, MailLimit>;

export type MailForm = keyof typeof mailLimits;

/**
 * Whether a form may cause one more e-mail to this recipient, by what the outbox holds. Others wait until
 * the transaction, in which the e-mail is written, ends: so the limit also holds for forms sent at once.
 */
export async function mayMail(
  tx: Transaction,
  form: MailForm,
  recipient: string,
): Promise<boolean> {
  const { templates, most, hours }: MailLimit = mailLimits[form];
  const address = recipient.toLowerCase();
  await takeTurn(tx, `mail ${form} ${address}`);
  const sent = await tx.$count(
    mails,
    and(
      sql`lower(${mails.recipient}) = ${address}`,
      inArray(mails.template, [...templates]),
      gt(mails.createdAt, sql`now() - make_interval(hours => ${hours})`),
    ),
  );
  if (sent < most) return true;
  // Outside the transaction: it stands also where the form is then refused and nothing is written.
  void noteSecurityEvent({ event: 'limit.reach', outcome: 'refused', detail: `mail-${form}` });
  return false;
}
