import { createHash, randomBytes } from 'node:crypto';
import { config } from '~/config/config.server';
import type { MailingList } from '~/lib/mailing-lists';

/** The id of a subscription: 256 bits, as letters and digits that survive every mail program. */
export const newSubscriptionId = () => randomBytes(32).toString('hex');

/** Whether a text can be the id of a subscription at all. */
export const isSubscriptionId = (text: string) => /^[0-9a-f]{64}$/.test(text);

/** The secret of the link that confirms a subscription: 256 bits, used once. */
export const newConfirmToken = () => randomBytes(32).toString('base64url');

/** What the database keeps of it. */
export const hashOfLink = (token: string) => createHash('sha256').update(token).digest('hex');

export const confirmAddressOf = (token: string) =>
  `${config().server.origin}/newsletter/confirm/${token}`;

/** Where the subscription is ended, by a person or at one click by a mail program. */
export const unsubscribeAddressOf = (id: string, list?: MailingList) =>
  `${config().server.origin}/unsubscribe/${id}${list ? `?list=${list}` : ''}`;

/** The headers by which a mail program offers to unsubscribe (RFC 2369, RFC 8058, RFC 2919). */
export function listHeaders(id: string, list: MailingList): Record<string, string> {
  const { hostname } = new URL(config().server.origin);
  return {
    'List-Id': `<${list}.${hostname}>`,
    'List-Unsubscribe': `<${unsubscribeAddressOf(id, list)}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

/** "m•••@c•••.example": enough to know one's own address again, too little to learn one. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const host = email.slice(at + 1);
  const ending = host.slice(host.lastIndexOf('.'));
  return `${[...email].at(0)}•••@${[...host].at(0)}•••${ending}`;
}
