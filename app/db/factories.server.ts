import { randomBytes } from 'node:crypto';
import { hashPassword } from '~/platform/password-hash.server';
import type { InferInsertModel } from 'drizzle-orm';
import { newId } from '~/lib/new-id';
import type { Paragraph, RichText } from '~/rich-text/rich-text';
import { instantOf } from '~/lib/time/zoned-time.server';
import { type Database, schema, type Transaction } from './db.server';

/**
 * Complete records from the few fields that matter: for the demonstration content and for tests.
 * Each takes the connection and what differs from an ordinary record; it returns the record.
 */
type Connection = Database | Transaction;

let lastNumber = 0;

function nextNumber(): number {
  lastNumber += 1;
  return lastNumber;
}

/** A rich text of plain paragraphs. */
export function paragraphs(...texts: string[]): RichText & { content: Paragraph[] } {
  return {
    type: 'doc',
    content: texts.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
  };
}

type UserFields = Partial<InferInsertModel<typeof schema.users>> & {
  /** Without it the account cannot sign in. */
  password?: string;
  /** An administrator who has never come in; else there is a way to sign in. */
  isInvited?: boolean;
  emailVerified?: boolean;
};

/** A person with a user record and the means to sign in. */
export async function makeUser(connection: Connection, fields: UserFields = {}) {
  const { password, emailVerified = true, isInvited = false, ...given } = fields;
  const id = given.id ?? newId();
  const email = given.email ?? `person-${nextNumber()}-${id.slice(-6)}@court.example`;
  const names = { firstName: given.firstName ?? 'Alba', lastName: given.lastName ?? 'Beispiel' };
  await connection
    .insert(schema.signInAccounts)
    .values({ id, email, emailVerified, name: `${names.firstName} ${names.lastName}` });
  const isAdministrator = given.role === 'ADMIN' || given.role === 'DEV';
  if (password || (isAdministrator && !isInvited)) {
    await connection.insert(schema.signInMethods).values({
      userId: id,
      accountId: id,
      providerId: 'credential',
      password: password ? await hashPassword(password) : null,
    });
  }
  const [user] = await connection
    .insert(schema.users)
    .values({ ...given, ...names, id, email })
    .returning();
  return present(user);
}

export async function makePage(
  connection: Connection,
  fields: Partial<InferInsertModel<typeof schema.pages>> = {},
) {
  const [page] = await connection
    .insert(schema.pages)
    .values({
      slug: `page-${nextNumber()}`,
      language: 'en',
      title: 'A page',
      description: 'What the page is about.',
      body: paragraphs('The text of the page.'),
      ...fields,
    })
    .onConflictDoNothing()
    .returning();
  return page;
}

export async function makeNewsItem(
  connection: Connection,
  fields: Partial<InferInsertModel<typeof schema.newsItems>> = {},
) {
  const [item] = await connection
    .insert(schema.newsItems)
    .values({
      slug: `news-${nextNumber()}`,
      language: 'en',
      status: 'published',
      title: 'A piece of news',
      teaser: 'What it is about.',
      body: paragraphs('The text of the news.'),
      category: 'association',
      publishAt: new Date('2026-03-02T09:00:00Z'),
      authorName: 'The secretariat',
      ...fields,
    })
    .returning();
  return present(item);
}

export async function makeArticle(
  connection: Connection,
  fields: Partial<InferInsertModel<typeof schema.articles>> = {},
) {
  const [article] = await connection
    .insert(schema.articles)
    .values({
      slug: `article-${nextNumber()}`,
      language: 'en',
      status: 'published',
      title: 'An article',
      teaser: 'What it is about.',
      abstract: 'The article in three sentences.',
      body: paragraphs('The text of the article.'),
      category: 'case-law',
      publishAt: new Date('2026-03-02T09:00:00Z'),
      ...fields,
    })
    .returning();
  return present(article);
}

type EventFields = Partial<
  Omit<InferInsertModel<typeof schema.events>, 'startsAtInstant' | 'endsAtInstant'>
>;

/** An event, by default next year. */
export async function makeEvent(connection: Connection, fields: EventFields = {}) {
  const zone = fields.zone ?? 'Europe/Brussels';
  const moment = (wallTime: string | null | undefined) =>
    wallTime ? instantOf(wallTime, zone) : null;
  const day = `${new Date().getFullYear() + 1}-03-04`;
  const startsAt = fields.startsAt ?? `${day}T10:00`;
  const endsAt = fields.endsAt ?? `${day}T16:00`;
  const [event] = await connection
    .insert(schema.events)
    .values({
      slug: `event-${nextNumber()}`,
      status: 'published',
      title: 'An event',
      summary: 'What it is about.',
      body: paragraphs('The text of the event.'),
      type: 'seminar',
      mode: 'on-site',
      city: 'Brussels',
      country: 'BE',
      organiser: 'The association',
      contact: 'secretariat@association.example',
      ...fields,
      zone,
      startsAt,
      endsAt,
      startsAtInstant: instantOf(startsAt, zone),
      endsAtInstant: instantOf(endsAt, zone),
      opensAtInstant: moment(fields.opensAt),
      closesAtInstant: moment(fields.closesAt),
    })
    .returning();
  return present(event);
}

type RegistrationFields = Partial<InferInsertModel<typeof schema.eventRegistrations>> & {
  eventId: string;
};

/** A confirmed place at an event. */
export async function makeRegistration(connection: Connection, fields: RegistrationFields) {
  const [registration] = await connection
    .insert(schema.eventRegistrations)
    .values({
      mode: 'on-site',
      status: 'confirmed',
      queueNumber: nextNumber(),
      linkHash: randomBytes(32).toString('hex'),
      ...fields,
    })
    .returning();
  return present(registration);
}

/** An application for membership whose address is confirmed and which waits for the secretariat. */
export async function makeApplication(
  connection: Connection,
  fields: Partial<InferInsertModel<typeof schema.membershipApplications>> = {},
) {
  const id = fields.id ?? newId();
  const [application] = await connection
    .insert(schema.membershipApplications)
    .values({
      id,
      status: 'submitted',
      firstName: 'Alba',
      lastName: 'Beispiel',
      email: `applicant-${nextNumber()}-${id.slice(-6)}@court.example`,
      memberCategory: 'full-practising',
      function: 'Judge',
      courtName: 'Administrative Court',
      courtCity: 'Examplestadt',
      country: 'AT',
      gdprExperience: 'Several years of cases on access requests and erasure.',
      workingLanguages: ['en', 'de'],
      preferredLanguage: 'en',
      consents: { statutes: '1', endUserAgreement: '1', privacyNotice: '1' },
      statusHash: randomBytes(32).toString('hex'),
      confirmedAt: fields.status === 'submitted-unconfirmed' ? null : new Date(),
      ...fields,
    })
    .returning();
  return present(application);
}

function present<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Error('The database returned no record');
  return row;
}
