import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { id, instant, recordColumns } from '../../columns';

/**
 * Spec section 3, collection users. The record of a person; the means to sign in are in the
 * `sign_in_*` tables and share the id, as in the specification's two stores.
 */
export const users = pgTable(
  'users',
  {
    ...recordColumns(),
    email: text('email').notNull(),
    emailSubscriber: boolean('email_subscriber').notNull().default(false),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    role: text('role', { enum: ['ADMIN', 'DEV', 'USER'] })
      .notNull()
      .default('USER'),
    /**
     * The profile record; null when there has never been one. It goes on naming a record that was
     * deleted, so that the two can be told apart (spec section 4).
     */
    publicProfile: uuid('public_profile'),
    /** When an administrator suspended the account; a suspended account cannot sign in. */
    suspendedAt: instant('suspended_at'),
  },
  (table) => [uniqueIndex('users_email_key').on(sql`lower(${table.email})`)],
);

/** Spec section 3, collection profiles; used only when public profiles are on. */
export const profiles = pgTable(
  'profiles',
  {
    ...recordColumns(),
    gravatarUrl: text('gravatar_url'),
    useGravatar: boolean('use_gravatar').notNull().default(false),
    /** Chosen by the person: without it a picture that an administrator has set is asked for nowhere. */
    pictureAgreed: boolean('picture_agreed').notNull().default(false),
    /** Chosen by the person: other members see username and picture in the forum, not the name. */
    inForum: boolean('in_forum').notNull().default(false),
    username: text('username').notNull(),
  },
  (table) => [uniqueIndex('profiles_username_key').on(sql`lower(${table.username})`)],
);

/** The account to sign in with (better-auth: user). */
export const signInAccounts = pgTable('sign_in_accounts', {
  id: id(),
  name: text('name').notNull(),
  email: text('email').notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text('image'),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});

/** better-auth: session. */
export const signInSessions = pgTable(
  'sign_in_sessions',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => signInAccounts.id, { onDelete: 'cascade' }),
    token: text('token').notNull().unique(),
    expiresAt: instant('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [index('sign_in_sessions_user_id_index').on(table.userId)],
);

/** better-auth: account. One row per way to sign in: a password, later a hosted provider. */
export const signInMethods = pgTable(
  'sign_in_methods',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => signInAccounts.id, { onDelete: 'cascade' }),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    issuer: text('issuer'),
    password: text('password'),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: instant('access_token_expires_at'),
    refreshTokenExpiresAt: instant('refresh_token_expires_at'),
    scope: text('scope'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('sign_in_methods_provider_key').on(table.providerId, table.accountId)],
);

/** better-auth: verification. */
export const signInVerifications = pgTable('sign_in_verifications', {
  id: id(),
  identifier: text('identifier').notNull(),
  value: text('value').notNull(),
  expiresAt: instant('expires_at').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});

const tokenPurposes = [
  'reset-password',
  'confirm-email',
  'invitation',
  'second-step',
  'change-email-old',
  'change-email-new',
  'appeal',
] as const;

/** Links sent by mail: only the hash is kept, one purpose, one use, an end. */
export const oneTimeTokens = pgTable('one_time_tokens', {
  id: id(),
  createdAt: instant('created_at').notNull().defaultNow(),
  purpose: text('purpose', { enum: tokenPurposes }).notNull(),
  hash: text('hash').notNull().unique(),
  userId: uuid('user_id')
    .notNull()
    .references(() => signInAccounts.id, { onDelete: 'cascade' }),
  expiresAt: instant('expires_at').notNull(),
  usedAt: instant('used_at'),
});

/** Counters of the throttling; the key holds no readable address (it is a keyed hash). */
export const throttles = pgTable('throttles', {
  key: text('key').primaryKey(),
  points: integer('points').notNull().default(0),
  expire: bigint('expire', { mode: 'number' }),
});
