import { eq, or, sql } from 'drizzle-orm';
import { schema } from '~/db/db.server';
import { ownFieldNames } from '~/features/identity/settings/own-fields';
import { isDisclosedTo } from '~/features/identity/audit/audit.server';
import { retentionPeriods } from '~/lib/time/retention-periods';
import {
  actorColumns,
  forDays,
  type Retention,
  row,
  until,
} from '~/policy/retention/retention.server';

const {
  accountProposals,
  auditChecks,
  auditEntries,
  emailChanges,
  knownDevices,
  oneTimeTokens,
  passkeys,
  profilePictures,
  profiles,
  recoveryCodes,
  savedViews,
  secondFactors,
  securityEvents,
  signInAccounts,
  signInMethods,
  signInSessions,
  signInVerifications,
  subscriptions,
  throttles,
  users,
} = schema;

/** Who gets which mails, by the person's own choice. */
const consented = {
  why: 'consent',
  seenBy: 'administrators',
  onDeletion: 'removed',
} as const;

const withAccount = { kept: { rule: 'account' } } as const;

/** The account itself; `removeUnconfirmedAccounts` removes those that were never confirmed. */
const asAccount = { kept: { rule: 'own-account' } } as const;

const forSecurity = { why: 'security', seenBy: 'yourself', onDeletion: 'removed' } as const;

/** Of these, administrators see that they are there, or all of it, where they look after an account. */
const overseen = { ...forSecurity, seenBy: 'administrators' } as const;

const ofAccount = { why: 'membership', seenBy: 'administrators', onDeletion: 'removed' } as const;

/** Accounts, what protects them, and who gets which mails; the account itself is the last to go (spec section 4). */
export const identityRetention: Retention = {
  tables: [
    row(savedViews, {
      ...ofAccount,
      seenBy: 'yourself',
      ...withAccount,
      ofPerson: (id) => eq(savedViews.userId, id),
      personal: ['createdAt', 'userId', 'list', 'name', 'query'],
      plain: ['id'],
    }),
    row(subscriptions, {
      ...consented,
      kept: { rule: 'account' },
      // Asked for and never confirmed, or left by someone without an account and not taken back.
      expired: sql`${subscriptions.userId} is null and (
      (${subscriptions.status} = 'pending' and ${subscriptions.confirmUntil} < now())
      or (${subscriptions.status} in ('unsubscribed', 'pending')
        and ${subscriptions.leftAt} < now() - interval '30 days'))`,
      ofPerson: (id) =>
        or(
          eq(subscriptions.userId, id),
          sql`${subscriptions.email} = (select lower(email) from users where id = ${id})`,
        ),
      personal: [
        'email',
        'userId',
        'lists',
        'language',
        'consentVersion',
        'requestedAt',
        'confirmedAt',
        'status',
        'requestedLists',
        'leftLists',
        'leftAt',
        'declinedLists',
        'bouncedAt',
        'bounceCode',
        'createdAt',
        'updatedAt',
        'confirmUntil',
      ],
      // Anyone who has the id can open the subscription.
      secret: ['id', 'confirmHash'],
    }),
    row(auditChecks, {
      why: 'security',
      seenBy: 'administrators',
      kept: { rule: 'archive' },
      onDeletion: 'kept',
      plain: ['id', 'at', 'entries', 'lastHash', 'brokenSeq'],
    }),
    row(auditEntries, {
      why: 'legal-duty',
      seenBy: 'administrators',
      kept: { rule: 'permanent' },
      onDeletion: 'kept',
      ofPerson: isDisclosedTo,
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
        'keyId',
        'seal',
      ],
    }),
    row(securityEvents, {
      ...overseen,
      ...forDays(securityEvents.at, 180),
      ofPerson: (id) => eq(securityEvents.userId, id),
      personal: ['userId', 'at', 'event', 'outcome', 'detail', 'client', 'count'],
      secret: ['addressHash'],
      plain: ['id', 'requestId'],
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
      plain: ['id', 'isKeyed'],
    }),
    row(secondFactors, {
      ...overseen,
      ...withAccount,
      // An unfinished enrolment.
      expired: sql`${secondFactors.confirmedAt} is null and ${secondFactors.createdAt} < now() - interval '1 day'`,
      ofPerson: (id) => eq(secondFactors.userId, id),
      personal: ['userId', 'createdAt', 'confirmedAt'],
      secret: ['secret', 'lastStep'],
    }),
    row(passkeys, {
      ...overseen,
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
      ...overseen,
      ...until(signInSessions.expiresAt),
      ofPerson: (id) => eq(signInSessions.userId, id),
      personal: ['userId', 'userAgent', 'createdAt', 'updatedAt', 'expiresAt'],
      secret: ['token'],
      // The network address of a session is never written.
      plain: ['id', 'ipAddress'],
    }),
    row(signInMethods, {
      ...overseen,
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
    row(emailChanges, {
      ...ofAccount,
      ...until(emailChanges.expiresAt),
      ofPerson: (id) => eq(emailChanges.userId, id),
      personal: [
        'userId',
        'newEmail',
        'oldConfirmedAt',
        'newConfirmedAt',
        'createdAt',
        'expiresAt',
      ],
    }),
    row(accountProposals, {
      why: 'security',
      seenBy: 'administrators',
      ...until(accountProposals.expiresAt),
      onDeletion: 'removed',
      // Told to the person concerned only when a second administrator has confirmed it; it goes with
      // the record of either.
      ofPerson: (id) => eq(accountProposals.proposedBy, id),
      personal: ['proposedBy', 'kind', 'role', 'reason', 'createdAt', 'expiresAt'],
      plain: ['id', 'userId'],
    }),
    row(profilePictures, {
      ...ofAccount,
      why: 'consent',
      seenBy: 'members',
      ...forDays(profilePictures.fetchedAt, retentionPeriods.profilePicture),
      ofPerson: (id) => eq(profilePictures.userId, id),
      personal: ['userId', 'picture', 'mediaType', 'fetchedAt'],
    }),
    row(profiles, {
      ...ofAccount,
      seenBy: 'members',
      ...asAccount,
      ofPerson: (id) => sql`${profiles.id} = (select public_profile from users where id = ${id})`,
      by: actorColumns,
      personal: [
        'username',
        'useGravatar',
        'pictureAgreed',
        'inForum',
        'gravatarUrl',
        'createdAt',
        'updatedAt',
      ],
      plain: ['id', 'version'],
    }),
    row(users, {
      ...ofAccount,
      ...asAccount,
      ofPerson: (id) => eq(users.id, id),
      by: actorColumns,
      personal: [
        'id',
        'email',
        ...ownFieldNames,
        'role',
        'emailSubscriber',
        'publicProfile',
        'suspendedAt',
        'createdAt',
        'updatedAt',
      ],
      plain: ['version'],
    }),
    row(signInAccounts, {
      ...ofAccount,
      ...asAccount,
      ofPerson: (id) => eq(signInAccounts.id, id),
      personal: ['id', 'name', 'email', 'emailVerified', 'image', 'createdAt', 'updatedAt'],
    }),
  ],
  stores: [{ name: 'browser', why: 'membership', seenBy: 'yourself', kept: { rule: 'browser' } }],
};
