import { createHash, randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { config } from '~/config/config.server';
import { schema, type Transaction } from '~/db/db.server';
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
export const statusTokenOf = (applicationId: string, linkNumber = 1) =>
  keyedHash(
    secret(),
    'application-status',
    linkNumber === 1 ? applicationId : `${applicationId} ${linkNumber}`,
  );

type Linked = { id: string; linkNumber: number };

export const statusPathOf = ({ id, linkNumber }: Linked) =>
  `/membership/status/${statusTokenOf(id, linkNumber)}`;

/**
 * The address of the private status page, for an e-mail, and makes it valid. Changing the e-mail
 * address has ended the earlier links.
 */
export async function makeStatusAddress(
  tx: Transaction,
  application: Linked & { statusHash: string },
): Promise<string> {
  const { membershipApplications: applications } = schema;
  const { id, linkNumber } = application;
  const statusHash = hashOfLink(statusTokenOf(id, linkNumber));
  if (statusHash !== application.statusHash)
    await tx.update(applications).set({ statusHash }).where(eq(applications.id, id));
  return `${config().server.origin}${statusPathOf(application)}`;
}

export const reviewAddressOf = (applicationId: string) =>
  `${config().server.origin}/administration/applications/${applicationId}`;
