import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { config } from '~/config/config.server';
import { schema, type Transaction } from '~/db/db.server';
import { keyedHash } from '~/platform/keyed-hash.server';
import { secret } from '~/platform/secret.server';

/** What the database keeps of a link's secret. */
export const hashOfLink = (token: string) => createHash('sha256').update(token).digest('hex');

/**
 * The secret of the link to a person's own registration. It is derived, so that every later mail
 * can carry it, while the database alone (which has its hash) does not reveal it.
 */
export const registrationTokenOf = (id: string, linkNumber = 1) =>
  keyedHash(secret(), 'event-registration', linkNumber === 1 ? id : `${id} ${linkNumber}`);

/**
 * The secret of the link to a registration, for its owner, and makes it valid. Changing the e-mail
 * address has ended the earlier links.
 */
export async function makeRegistrationToken(
  tx: Transaction,
  registration: { id: string; linkNumber: number; linkHash: string },
): Promise<string> {
  const { eventRegistrations: registrations } = schema;
  const { id, linkNumber } = registration;
  const token = registrationTokenOf(id, linkNumber);
  const linkHash = hashOfLink(token);
  if (linkHash !== registration.linkHash)
    await tx.update(registrations).set({ linkHash }).where(eq(registrations.id, id));
  return token;
}

export const registrationAddressOf = (token: string) =>
  `${config().server.origin}/registration/${token}`;

/** The secret of the link that invites a guest. */
export const invitationTokenOf = (id: string) => keyedHash(secret(), 'event-invitation', id);

export const invitationAddressOf = (id: string) =>
  `${config().server.origin}/guest/${invitationTokenOf(id)}`;
