import { createHash } from 'node:crypto';
import { config } from '~/config/config.server';
import { keyedHash } from '~/platform/keyed-hash.server';
import { secret } from '~/platform/secret.server';

/** What the database keeps of a link's secret. */
export const hashOfLink = (token: string) => createHash('sha256').update(token).digest('hex');

/**
 * The secret of the link to a person's own registration. It is derived, so that every later mail
 * can carry it, while the database alone (which has its hash) does not reveal it.
 */
export const registrationTokenOf = (id: string) => keyedHash(secret(), 'event-registration', id);

export const registrationAddressOf = (id: string) =>
  `${config().server.origin}/registration/${registrationTokenOf(id)}`;

/** The secret of the link that invites a guest. */
export const invitationTokenOf = (id: string) => keyedHash(secret(), 'event-invitation', id);

export const invitationAddressOf = (id: string) =>
  `${config().server.origin}/guest/${invitationTokenOf(id)}`;
