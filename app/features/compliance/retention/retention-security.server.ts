import { eq, sql } from 'drizzle-orm';
import { schema } from '~/db/db.server';
import { isToldTo } from '~/features/identity/audit/audit.server';
import { forDays, type RetentionRow, row, until } from './retention-row.server';

const {
  auditEntries,
  knownDevices,
  oneTimeTokens,
  passkeys,
  recoveryCodes,
  secondFactors,
  signInMethods,
  signInSessions,
  signInVerifications,
  throttles,
} = schema;

const withAccount = { kept: { rule: 'account' } } as const;
const forSecurity = { why: 'security', seenBy: 'yourself', onDeletion: 'removed' } as const;

/** What protects the site and the accounts. */
export const securityRows: readonly RetentionRow[] = [
  row(auditEntries, {
    why: 'legal-duty',
    seenBy: 'administrators',
    kept: { rule: 'permanent' },
    onDeletion: 'kept',
    ofPerson: isToldTo,
    by: ['actorId', 'subjectId'],
    namesStay: true,
    personal: ['reason', 'changes'],
    plain: [
      'seq',
      'at',
      'actorKind',
      'role',
      'action',
      'targetKind',
      'targetId',
      'requestId',
      'result',
      'previousHash',
      'hash',
    ],
  }),
  row(throttles, {
    why: 'security',
    seenBy: 'nobody',
    kept: { rule: 'days', days: 7 },
    expired: sql`${throttles.expire} < extract(epoch from now()) * 1000`,
    onDeletion: 'kept',
    secret: ['key'],
    plain: ['points', 'expire'],
  }),
  row(knownDevices, {
    ...forSecurity,
    ...forDays(knownDevices.lastSeenAt, 365),
    ofPerson: (id) => eq(knownDevices.userId, id),
    personal: ['userId', 'createdAt', 'lastSeenAt'],
    secret: ['hash'],
    plain: ['id'],
  }),
  row(recoveryCodes, {
    ...forSecurity,
    ...withAccount,
    ofPerson: (id) => eq(recoveryCodes.userId, id),
    personal: ['userId', 'createdAt', 'usedAt'],
    secret: ['hash'],
    plain: ['id'],
  }),
  row(secondFactors, {
    ...forSecurity,
    ...withAccount,
    // An enrolment that nobody has finished.
    expired: sql`${secondFactors.confirmedAt} is null and ${secondFactors.createdAt} < now() - interval '1 day'`,
    ofPerson: (id) => eq(secondFactors.userId, id),
    personal: ['userId', 'createdAt', 'confirmedAt'],
    secret: ['secret', 'lastStep'],
  }),
  row(passkeys, {
    ...forSecurity,
    ...withAccount,
    ofPerson: (id) => eq(passkeys.userId, id),
    personal: ['userId', 'name', 'createdAt', 'deviceType', 'aaguid'],
    secret: ['publicKey', 'credentialID'],
    plain: ['id', 'counter', 'backedUp', 'transports'],
  }),
  row(oneTimeTokens, {
    ...forSecurity,
    kept: { rule: 'days', days: 1 },
    expired: sql`least(${oneTimeTokens.expiresAt}, ${oneTimeTokens.usedAt}) < now() - interval '1 day'`,
    ofPerson: (id) => eq(oneTimeTokens.userId, id),
    personal: ['userId', 'purpose', 'createdAt', 'expiresAt', 'usedAt'],
    secret: ['hash'],
    plain: ['id'],
  }),
  row(signInVerifications, {
    why: 'security',
    seenBy: 'nobody',
    ...until(signInVerifications.expiresAt),
    onDeletion: 'kept',
    secret: ['identifier', 'value'],
    plain: ['id', 'expiresAt', 'createdAt', 'updatedAt'],
  }),
  row(signInSessions, {
    ...forSecurity,
    ...until(signInSessions.expiresAt),
    ofPerson: (id) => eq(signInSessions.userId, id),
    personal: ['userId', 'userAgent', 'ipAddress', 'createdAt', 'updatedAt', 'expiresAt'],
    secret: ['token'],
    plain: ['id'],
  }),
  row(signInMethods, {
    ...forSecurity,
    ...withAccount,
    ofPerson: (id) => eq(signInMethods.userId, id),
    personal: ['userId', 'accountId', 'providerId', 'issuer', 'scope', 'createdAt', 'updatedAt'],
    secret: [
      'password',
      'accessToken',
      'refreshToken',
      'idToken',
      'accessTokenExpiresAt',
      'refreshTokenExpiresAt',
    ],
    plain: ['id'],
  }),
];
