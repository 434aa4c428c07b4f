import { desc, eq, getTableColumns, getTableName, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { describe, expect, test } from 'vitest';
import { anonymous } from '~/policy/actor';
import { db, pool, schema } from '~/db/db.server';
import { config } from '~/config/config.server';
import { makeApplication, makeUser } from '~/db/factories.server';
import { translateIn, translations } from '~/i18n/translations.server';
import { actorOf } from '../../../../tests/support/people/actors';
import {
  nameOfPlace,
  personEverywhere,
  placesOf as findPlaces,
} from '../../../../tests/support/people/person-everywhere';
import { askRoute } from '../../../../tests/support/site/route-request';
import {
  goodPassword as password,
  signedInHeaders,
} from '../../../../tests/support/people/sign-in';
import { configure } from '../../../../tests/support/database/configure';
import { outboxMails } from '../../../../tests/support/mail/outbox';
import { startSmtpServer } from '../../../../tests/support/mail/smtp-server';
import { closeMailTransport, deliverMail, retryErasedOnceSent } from '~/platform/mail/mail.server';
import {
  deleteOwnAccount,
  executeRetention,
  getProcessingRegister,
  previewDeletion,
} from './data-rights.server';
import {
  otherStores,
  retentionTable,
} from '~/features/compliance/retention/retention-table.server';
import { makeFolder } from '~/db/intranet-factories.server';
import { keptText } from '~/features/compliance/retention/retention-texts';

const placesOf = async (text: string) => (await findPlaces(text)).map(nameOfPlace);
const later = (days: number) => new Date(Date.now() + days * 24 * 3_600_000);

describe('the retention table', () => {
  const tables = Object.values(schema).filter((value) => value instanceof PgTable);

  test('has a row for every table and describes every column', () => {
    expect(retentionTable.map(({ name }) => name).toSorted()).toEqual(
      tables.map(getTableName).toSorted(),
    );
    for (const row of retentionTable) {
      const said = [...row.personal, ...row.secret, ...row.by, ...row.plain].toSorted();
      expect(said, row.name).toEqual(Object.keys(getTableColumns(row.table)).toSorted());
    }
  });

  test('is complete for the tables that the database really has', async () => {
    const { rows } = await pool().query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public'",
    );
    expect(rows.map(({ name }) => name).toSorted()).toEqual(
      retentionTable.map(({ name }) => name).toSorted(),
    );
  });

  test('has words for every row, in every language', () => {
    for (const [language, texts] of Object.entries(translations)) {
      for (const { name } of [...retentionTable, ...otherStores])
        expect(texts[`retention.what.${name}`], `${name} in ${language}`).toBeTruthy();
      for (const row of retentionTable) {
        const shown = row.ofPerson
          ? Object.keys(getTableColumns(row.table))
          : [...row.personal, ...row.by];
        for (const field of shown)
          expect(texts[`retention.field.${field}`], `${field} in ${language}`).toBeTruthy();
      }
    }
  });

  test('names the very periods by which the jobs remove', () => {
    for (const language of ['en', 'fr', 'de'] as const) {
      const t = translateIn(language);
      const application = keptText(t, { rule: 'application' });
      expect(application).toMatch(/(^|\D)7\D.*\D6\D/s);
      expect(keptText(t, { rule: 'registration' })).toMatch(/(^|\D)730\D.*\D30\D/s);
    }
    const daysOf = (store: string) =>
      otherStores.flatMap(({ name, kept }) =>
        name === store && kept.days !== undefined ? kept.days : [],
      );
    expect([daysOf('unfinished-files'), daysOf('backups')]).toEqual([[7], [14]]);
  });

  test('is the register for administrators only', async () => {
    const admin = actorOf(await makeUser(db(), { role: 'ADMIN' }));
    expect(getProcessingRegister(admin).tables).toHaveLength(retentionTable.length);
    const member = actorOf(await makeUser(db()));
    expect(() => getProcessingRegister(member)).toThrow('error.not-found');
    expect(() => getProcessingRegister(anonymous)).toThrow('error.not-found');
  });
});

test('what is held is shown with every field, and until when', async () => {
  const person = await personEverywhere('lookingup');
  const { id: folder } = await makeFolder(db());
  await db().insert(schema.follows).values({ userId: person.id, folder, rhythm: 'daily' });
  const shown = await askRoute({ actor: actorOf(person), pattern: '/settings/data' });
  const part = (name: string, more: object) =>
    expect(shown).toMatchObject({
      parts: expect.arrayContaining([expect.objectContaining({ name, ...more })]),
    });
  const having = (field: string) => expect.arrayContaining([expect.objectContaining({ field })]);
  part('forum_comments', { fields: having('editedAt') });
  part('sign_in_sessions', { fields: having('userAgent') });
  const token = expect.objectContaining({ field: 'token' });
  part('sign_in_sessions', { fields: expect.not.arrayContaining([token]) });
  const [mail] = await db()
    .select()
    .from(schema.mails)
    .where(eq(schema.mails.userId, person.id))
    .orderBy(desc(schema.mails.createdAt));
  part('mails', { until: new Date((mail?.createdAt.getTime() ?? 0) + 30 * 24 * 3_600_000) });
  part('email_changes', { until: expect.any(Date) });
  part('users', { until: null });
  part('follows', { count: 2, fields: having('folder'), until: null });
  part('correspondents', { count: 1, fields: having('country'), until: null });
  part('decision_proposals', { seenBy: 'correspondents' });
  for (const name of ['security_events', 'sign_in_sessions', 'second_factors', 'passkeys'])
    part(name, { seenBy: 'administrators' });
});

describe('what is published', () => {
  test('is said to stay with its names, and everything else that stays without', () => {
    const naming = retentionTable
      .filter(({ onDeletion }) => onDeletion === 'stays-as-it-is')
      .map(({ name }) => name);
    expect(naming).toEqual(
      expect.arrayContaining(['articles', 'events', 'board_members', 'intranet_resources']),
    );
    const silent = retentionTable.filter(({ onDeletion }) => onDeletion === 'kept');
    for (const { name, personal } of silent)
      expect(
        personal.filter((field) => /name|author|email/i.test(field)),
        name,
      ).toEqual([]);
  });
});

describe('the mails about a deleted account', () => {
  test('go to the person and the secretariat, and are in the outbox only until they are sent', async () => {
    const server = await startSmtpServer();
    configure({ SMTP_URL: server.address });
    try {
      await db().delete(schema.mails);
      const person = await personEverywhere('departing');
      await deleteOwnAccount(actorOf(person), { password, removeComments: false });
      const queued = [
        ...(await outboxMails('account-deleted')),
        ...(await outboxMails('member-departed')),
      ];
      expect(queued.map(({ recipient, userId }) => [recipient, userId])).toEqual([
        [person.email, null],
        [config().association.email, null],
      ]);
      for (const { id } of queued) await deliverMail.run({ mailId: id });
      expect(server.received.map(({ recipients }) => recipients.join())).toEqual([
        person.email,
        config().association.email,
      ]);
      expect(server.received.at(-1)?.source).toContain('departing-family');
      expect(await placesOf('departing-family')).toEqual([]);
      const left = await placesOf(person.email);
      expect(left.filter((place) => place.startsWith('public.'))).toEqual([]);
    } finally {
      closeMailTransport();
      await server.close();
    }
  });

  const mail = { subject: 'Departure', html: '<p>Gone</p>', text: 'Gone' };

  test.each(['kept', 'failed', 'queued'] as const)(
    'that are %s because nothing could send them stay for 30 days',
    async (state) => {
      const left = { ...mail, state, template: 'member-departed' };
      await db()
        .insert(schema.mails)
        .values([
          { ...left, recipient: 'left@court.example', createdAt: later(-30.1) },
          { ...left, recipient: 'leaving@court.example', createdAt: later(-29.9) },
        ]);
      await executeRetention();
      expect(await placesOf('left@court.example')).toEqual([]);
      expect(await placesOf('leaving@court.example')).toContain('public.mails.recipient');
    },
  );

  test('are tried again each night after the delivery was given up, and erased once sent', async () => {
    const server = await startSmtpServer();
    configure({ SMTP_URL: server.address });
    try {
      await db().delete(schema.mails);
      const failed = { ...mail, state: 'failed' as const, recipient: 'desk@court.example' };
      await db()
        .insert(schema.mails)
        .values([
          { ...failed, template: 'member-departed', createdAt: later(-4) },
          { ...failed, template: 'account-notice', createdAt: later(-4) },
          { ...failed, template: 'member-departed', createdAt: later(-1) },
        ]);
      await retryErasedOnceSent();
      expect(server.received).toHaveLength(1);
      expect(await outboxMails('account-notice'), 'another mail').toHaveLength(1);
      expect(await outboxMails('member-departed'), 'still under delivery').toHaveLength(1);
    } finally {
      closeMailTransport();
      await server.close();
    }
  });
});

test('the register keeps number, category and dates of a member who leaves, and no name', async () => {
  const person = await makeUser(db(), { password });
  const admitted = new Date('2026-03-01T10:00:00Z');
  const fields = { userId: person.id, email: person.email, referee: 'Referee of a member' };
  const { id } = await makeApplication(db(), {
    ...fields,
    status: 'active',
    memberNumber: 7041,
    decidedAt: admitted,
    feeStatus: 'paid',
  });
  const other = await makeApplication(db(), { email: person.email, status: 'withdrawn' });
  const notes = [id, other.id].map((applicationId) => ({ applicationId, text: 'A note' }));
  await db().insert(schema.applicationNotes).values(notes);
  const preview = await previewDeletion(actorOf(person));
  expect(preview.kept).toContainEqual(
    expect.objectContaining({ name: 'membership_applications', onDeletion: 'reduced', count: 2 }),
  );
  await deleteOwnAccount(actorOf(person), { password, removeComments: false });
  const { membershipApplications: applications, applicationNotes } = schema;
  const [entry] = await db().select().from(applications).where(eq(applications.id, id));
  expect(entry).toMatchObject({
    memberNumber: 7041,
    memberCategory: 'full-practising',
    decidedAt: admitted,
    anonymisedAt: expect.any(Date),
    feeStatus: 'not-due',
    userId: null,
  });
  expect(JSON.stringify(entry)).not.toMatch(/Alba|Beispiel|court\.example|Referee|Judge|Court/);
  expect(await db().$count(applications, eq(applications.id, other.id))).toBe(0);
  expect(await db().$count(applicationNotes, eq(applicationNotes.applicationId, id))).toBe(0);
  const [notice] = await outboxMails('member-departed').then((mails) => mails.slice(-1));
  expect(notice?.text).toContain('7041');
});

describe('the deletion of the account', () => {
  test('wants the right password and then happens wholly', async () => {
    const person = await personEverywhere('hesitating');
    await expect(
      deleteOwnAccount(actorOf(person), { password: 'not the password', removeComments: false }),
    ).rejects.toThrow('error.auth/wrong-password');
    expect(await placesOf('hesitating@court')).toContain('public.sign_in_accounts.email');
    await deleteOwnAccount(actorOf(person), { password, removeComments: false });
    const left = await placesOf('hesitating@court');
    // The confirmation waits to be sent; afterwards nothing is left of it.
    expect(left.filter((place) => place.startsWith('public.'))).toEqual(
      expect.arrayContaining(['public.mails.recipient']),
    );
    expect(left.filter((place) => /^public\.(?!mails\.)/.test(place))).toEqual([]);
    expect(await db().$count(schema.users, eq(schema.users.id, person.id))).toBe(0);
  });

  test('by its page leaves no security event about the person, not even of the end of the session', async () => {
    const person = await makeUser(db(), { password });
    const headers = await signedInHeaders(person.email);
    const about = eq(schema.securityEvents.userId, person.id);
    expect(await db().$count(schema.securityEvents, about)).toBe(1);
    const form = { currentPassword: password };
    const pattern = '/settings/delete';
    const answer = await askRoute({ actor: actorOf(person), pattern, form, headers });
    expect(answer).toMatchObject({ status: 302 });
    expect(await db().$count(schema.securityEvents, about)).toBe(0);
    const own = eq(schema.signInSessions.userId, person.id);
    expect(await db().$count(schema.signInSessions, own)).toBe(0);
  });

  test('is refused to the last administrator, also to two at once', async () => {
    await db().execute(sql`update users set role = 'USER'`);
    const two = [
      await makeUser(db(), { role: 'ADMIN', password }),
      await makeUser(db(), { role: 'DEV', password }),
    ];
    const outcomes = await Promise.all(
      two.map((person) =>
        deleteOwnAccount(actorOf(person), { password, removeComments: false }).then(
          () => 'done',
          (error: unknown) => String(error),
        ),
      ),
    );
    expect(outcomes.toSorted()).toEqual(['AppError: error.last-administrator', 'done']);
  });
});

test('the nightly job removes what has run out and nothing else', async () => {
  const person = await makeUser(db());
  const userId = person.id;
  const expired = later(-2);
  await db()
    .insert(schema.signInSessions)
    .values([
      { userId, token: 'over', expiresAt: expired },
      { userId, token: 'living', expiresAt: later(2) },
    ]);
  await db()
    .insert(schema.oneTimeTokens)
    .values([
      { userId, purpose: 'invitation', hash: 'over', expiresAt: expired },
      { userId, purpose: 'invitation', hash: 'living', expiresAt: later(1) },
    ]);
  const mail = { template: 'x', recipient: 'x@court.example', subject: '', html: '', text: '' };
  await db()
    .insert(schema.mails)
    .values([
      { ...mail, subject: 'over', createdAt: later(-31) },
      { ...mail, subject: 'living', createdAt: later(-29) },
    ]);
  await db()
    .insert(schema.throttles)
    .values([
      { key: 'over', expire: Date.now() - 1000 },
      { key: 'living', expire: Date.now() + 60_000 },
    ]);
  await db()
    .insert(schema.knownDevices)
    .values([
      { userId, hash: 'over', lastSeenAt: later(-366) },
      { userId, hash: 'living', lastSeenAt: later(-364) },
    ]);
  await executeRetention();
  expect(await placesOf('over')).not.toContain('public.sign_in_sessions.token');
  for (const place of ['sign_in_sessions.token', 'one_time_tokens.hash', 'mails.subject']) {
    expect(await placesOf('living'), place).toContain(`public.${place}`);
  }
  const over = (await placesOf('over')).filter((place) =>
    /throttles|tokens|mails\.subject|devices/.test(place),
  );
  expect(over).toEqual([]);
  expect(await db().$count(schema.users, eq(schema.users.id, userId))).toBe(1);
});
