import { createHash, randomBytes } from 'node:crypto';
import { config } from '~/config/config.server';
import { keyedHash } from '~/platform/keyed-hash.server';
import { secret } from '~/platform/secret.server';

/** What the database keeps of a link's secret. */
export const hashOfLink = (token: string) => createHash('sha256').update(token).digest('hex');

/** The secret of the link that confirms the address: 256 bits, used once. */
export const newConfirmToken = () => randomBytes(32).toString('base64url');

export const confirmAddressOf = (token: string) =>
  `${config().server.origin}/membership/confirm/${token}`;

/**
 * The secret of the link to the private status page. It is derived, so that every later mail can
 * carry it, while the database alone (which has its hash) does not reveal it.
 */
export const statusTokenOf = (applicationId: string) =>
  keyedHash(secret(), 'application-status', applicationId);

export const statusPathOf = (applicationId: string) =>
  `/membership/status/${statusTokenOf(applicationId)}`;

export const statusAddressOf = (applicationId: string) =>
  `${config().server.origin}${statusPathOf(applicationId)}`;

export const reviewAddressOf = (applicationId: string) =>
  `${config().server.origin}/administration/applications/${applicationId}`;
