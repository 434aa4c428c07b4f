import { anonymous } from '~/policy/actor';
import { db, pool, schema, transaction } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { queueAccountNotice } from '~/features/identity/accounts/accounts.server';
import { appendAudit } from '~/features/identity/audit/audit.server';
import { requestPasswordReset } from '~/features/identity/sign-in/sign-in.server';
import { newId } from '~/lib/new-id';
import { actorOf } from './actors';
import { leaveTraces } from './member-traces';
import { goodPassword } from './sign-in';

const later = (days: number) => new Date(Date.now() + days * 24 * 3_600_000);

/**
 * One person with something in every table, every kind of file and the queue of jobs.
 * @param mark a word that every text contains; it is the beginning of the address as well
 */
export async function personEverywhere(mark: string) {
  const [profile] = await db().insert(schema.profiles).values({ username: mark }).returning();
  const person = await makeUser(db(), {
    firstName: mark,
    lastName: `${mark}-family`,
    email: `${mark}@court.example`,
    password: goodPassword,
    publicProfile: profile?.id,
  });
  const actor = actorOf(person);
  await leaveWaysIn(person.id, mark);
  await leaveTraces(actor, mark);
  await transaction(async (tx) => {
    await queueAccountNotice(tx, { userId: person.id, kind: 'new-device' });
    await appendAudit(tx, actor, {
      action: 'user.update',
      target: { kind: 'user', id: person.id },
      subjectId: person.id,
    });
  });
  await requestPasswordReset(anonymous, person.email, '192.0.2.1');
  return person;
}

/** What belongs to signing in. */
async function leaveWaysIn(userId: string, mark: string): Promise<void> {
  await db()
    .insert(schema.signInSessions)
    .values({ userId, token: newId(), userAgent: `${mark}-browser`, expiresAt: later(1) });
  await db().insert(schema.secondFactors).values({ userId, secret: 'encrypted' });
  await db().insert(schema.recoveryCodes).values({ userId, hash: newId() });
  await db()
    .insert(schema.passkeys)
    .values({
      userId,
      name: `${mark}-tablet`,
      publicKey: 'key',
      credentialID: newId(),
      counter: 0,
      deviceType: 'singleDevice',
      backedUp: false,
    });
  await db()
    .insert(schema.securityEvents)
    .values({ userId, event: 'session.start', outcome: 'success', client: `${mark}-network` });
  await db().insert(schema.knownDevices).values({ userId, hash: newId() });
  await db()
    .insert(schema.emailChanges)
    .values({ userId, newEmail: `${mark}-new@court.example`, expiresAt: later(1) });
  await db()
    .insert(schema.profilePictures)
    .values({ userId, picture: Buffer.from('picture'), mediaType: 'image/png' });
  await db()
    .insert(schema.oneTimeTokens)
    .values({ userId, purpose: 'invitation', hash: newId(), expiresAt: later(1) });
  const { id: other } = await makeUser(db());
  const proposal = { userId: other, proposedBy: userId, reason: `Asked for by ${mark}` };
  await db()
    .insert(schema.accountProposals)
    .values({ ...proposal, kind: 'suspend', expiresAt: later(1) });
}

/** A column of the database, written `schema.table.column`. */
export type Place = { schema: string; table: string; column: string };

/** Every column of every table, job queue included, in which a value holds the text. */
export async function placesOf(text: string): Promise<Place[]> {
  const { rows: columns } = await pool().query<Place & { t: string; c: string }>(
    `select c.table_schema as schema, c.table_name as table, c.column_name as column,
       format('%I.%I', c.table_schema, c.table_name) as t, format('%I', c.column_name) as c
     from information_schema.columns c join information_schema.tables t
       on t.table_schema = c.table_schema and t.table_name = c.table_name
     where c.table_schema not in ('pg_catalog', 'information_schema')
       and t.table_type = 'BASE TABLE'`,
  );
  const places: Place[] = [];
  for (const { t, c, ...place } of columns) {
    const found = await pool().query(
      `select 1 from ${t} where position($1 in lower(${c}::text)) > 0 limit 1`,
      [text.toLowerCase()],
    );
    if (found.rowCount) places.push(place);
  }
  return places;
}

export const nameOfPlace = ({ schema: of, table, column }: Place) => `${of}.${table}.${column}`;
