import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { id, instant } from '../../columns';
import { signInAccounts } from './accounts';

const owner = () =>
  uuid('user_id')
    .notNull()
    .references(() => signInAccounts.id, { onDelete: 'cascade' });

/** The authenticator app of a person (RFC 6238); the secret is encrypted with the site's secret. */
export const secondFactors = pgTable('second_factors', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => signInAccounts.id, { onDelete: 'cascade' }),
  createdAt: instant('created_at').notNull().defaultNow(),
  secret: text('secret').notNull(),
  /** Absent while the enrolment is under way: the app does not count yet. */
  confirmedAt: instant('confirmed_at'),
  /** The time step of the last code accepted, so that none is accepted twice (RFC 6238, 5.2). */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
});

/** Codes to print, for the day the telephone is lost: only the hash is kept, one use each. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: id(),
    createdAt: instant('created_at').notNull().defaultNow(),
    userId: owner(),
    hash: text('hash').notNull(),
    /** False for what an earlier release has stored, until the next start. */
    isKeyed: boolean('is_keyed').notNull().default(false),
    usedAt: instant('used_at'),
  },
  (table) => [uniqueIndex('recovery_codes_user_hash_key').on(table.userId, table.hash)],
);

/** better-auth: passkey. The public halves of a person's passkeys. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    name: text('name'),
    publicKey: text('public_key').notNull(),
    userId: owner(),
    credentialID: text('credential_id').notNull().unique(),
    counter: integer('counter').notNull(),
    deviceType: text('device_type').notNull(),
    backedUp: boolean('backed_up').notNull(),
    transports: text('transports'),
    createdAt: instant('created_at').defaultNow(),
    aaguid: text('aaguid'),
  },
  (table) => [index('passkeys_user_id_index').on(table.userId)],
);

/** Known devices as keyed hashes: a sign-in from a new one sends an e-mail. */
export const knownDevices = pgTable(
  'known_devices',
  {
    id: id(),
    createdAt: instant('created_at').notNull().defaultNow(),
    userId: owner(),
    hash: text('hash').notNull(),
    lastSeenAt: instant('last_seen_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('known_devices_user_hash_key').on(table.userId, table.hash)],
);

const outcomes = ['success', 'failure', 'refused'] as const;

/** What bears on the safety of accounts and of the site; the same goes to the log as a line. */
export const securityEvents = pgTable(
  'security_events',
  {
    id: id(),
    at: instant('at').notNull().defaultNow(),
    /** As `noun.verb`, such as `session.start`. */
    event: text('event').notNull(),
    outcome: text('outcome', { enum: outcomes }).notNull(),
    /** By which door, or why; a code. */
    detail: text('detail'),
    /** Whose account it is about. */
    userId: uuid('user_id'),
    /** Keyed hash of an address that has no account. */
    addressHash: text('address_hash'),
    /** The network address it came from, shortened unless a setting says otherwise. */
    client: text('client'),
    requestId: text('request_id'),
    /** How often, where the same happens over and over within an hour. */
    count: integer('count').notNull().default(1),
  },
  (table) => [
    index('security_events_at_index').on(table.at),
    index('security_events_user_index').on(table.userId, table.at),
  ],
);

/** A change of address under way; it happens once both addresses have agreed. */
export const emailChanges = pgTable('email_changes', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => signInAccounts.id, { onDelete: 'cascade' }),
  createdAt: instant('created_at').notNull().defaultNow(),
  newEmail: text('new_email').notNull(),
  oldConfirmedAt: instant('old_confirmed_at'),
  newConfirmedAt: instant('new_confirmed_at'),
  expiresAt: instant('expires_at').notNull(),
});

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Profile pictures fetched by the server, so that no browser contacts the picture service. */
export const profilePictures = pgTable('profile_pictures', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => signInAccounts.id, { onDelete: 'cascade' }),
  fetchedAt: instant('fetched_at').notNull().defaultNow(),
  /** Absent when the service has no picture for the person. */
  picture: bytes('picture'),
  mediaType: text('media_type'),
});
