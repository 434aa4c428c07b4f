import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eq } from 'drizzle-orm';
import { db, schema, transaction } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { newId } from '~/lib/new-id';
import { identityRetention } from '~/features/identity/retention.server';
import { actorOf, actorWithRole } from '../../../../tests/support/people/actors';
import { configure } from '../../../../tests/support/database/configure';
import { updateUserAsAdmin } from './accounts.server';
import { updateOwnProfile } from './own-account.server';
import { createProfile, createMissingProfiles, findPublicProfile } from './profile.server';
import { findProfilePicture } from './profile-picture.server';

/** Plays the picture service: knows one address, leads another elsewhere, and notes all requests. */
let server: Server;
let service = '';
let asked: string[] = [];
/** Addresses with a picture. */
const seen = ['seen@court.example', 'declines@court.example'];
/** Happens while the service answers. */
let meanwhile = async (): Promise<unknown> => undefined;
const hashOf = (email: string) => createHash('sha256').update(email).digest('hex');

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  await meanwhile();
  const isOf = (email: string) => request.url?.includes(hashOf(email)) ?? false;
  if (isOf('away@court.example')) response.writeHead(302, { Location: '/elsewhere' }).end();
  else if (seen.some(isOf))
    response.writeHead(200, { 'Content-Type': 'image/png', 'Content-Length': 3 }).end('png');
  else response.writeHead(404).end();
}

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    void answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address === 'object') service = `http://127.0.0.1:${address?.port}`;
});
beforeEach(() => {
  asked = [];
  meanwhile = async () => undefined;
});
afterAll(() => server.close());

type Person = Awaited<ReturnType<typeof makeUser>>;

const appearanceOf = ({ id }: Person) => ({ username: `name.${id.slice(-12)}`, useGravatar: true });

const setByAdministrator = (person: Person) =>
  transaction((tx) => createProfile(tx, { ...person, publicProfile: null }, appearanceOf(person)));

/** Somebody who has chosen to show a picture. */
async function agreed(person: Person) {
  await setByAdministrator(person);
  await updateOwnProfile(actorOf(person), appearanceOf(person));
  return person;
}

test('nothing is asked about those who have not agreed', async () => {
  for (const FLAGS of ['gravatar', 'gravatar, publicProfiles']) {
    configure({ FLAGS });
    const person = await makeUser(db());
    await createMissingProfiles();
    const look = findProfilePicture(actorOf(person), person.id, service);
    await expect(look).rejects.toThrow('error.not-found');
  }
  const person = await makeUser(db());
  await setByAdministrator(person);
  const look = findProfilePicture(actorOf(person), person.id, service);
  await expect(look, 'an administrator alone is not enough').rejects.toThrow('error.not-found');
  expect(asked).toEqual([]);
});

test('a picture is fetched once by its hash and then cached', async () => {
  configure({ FLAGS: 'gravatar, publicProfiles' });
  const person = await agreed(await makeUser(db(), { email: 'seen@court.example' }));
  const look = () => findProfilePicture(actorOf(person), person.id, service);
  expect(await look()).toEqual({ picture: Buffer.from('png'), mediaType: 'image/png' });
  expect(await look()).toMatchObject({ mediaType: 'image/png' });
  const path = `/avatar/${hashOf('seen@court.example')}?d=404&s=160`;
  expect(asked).toEqual([`HEAD ${path}`, `GET ${path}`]);
});

test('no picture, a way elsewhere and a switched-off service all look like nothing', async () => {
  configure({ FLAGS: 'gravatar, publicProfiles' });
  for (const email of ['none@court.example', 'away@court.example']) {
    const person = await agreed(await makeUser(db(), { email }));
    const look = findProfilePicture(actorOf(person), person.id, service);
    await expect(look).rejects.toThrow('error.not-found');
  }
  expect(asked.some((request) => request.includes('elsewhere'))).toBe(false);
  const member = actorWithRole('USER');
  await expect(findProfilePicture(member, newId(), service)).rejects.toThrow('error.not-found');
  configure();
  const before = asked.length;
  const person = await makeUser(db());
  await expect(findProfilePicture(member, person.id, service)).rejects.toThrow('error.not-found');
  const visitor = actorWithRole('UNAUTHENTICATED');
  await expect(findProfilePicture(visitor, person.id, service)).rejects.toThrow('error.not-found');
  expect(asked).toHaveLength(before);
});

/** Somebody of whom the site keeps a picture. */
async function shown() {
  configure({ FLAGS: 'gravatar, publicProfiles' });
  const id = newId();
  const email = `${id}@court.example`;
  seen.push(email);
  const person = await agreed(await makeUser(db(), { email }));
  await findProfilePicture(actorOf(person), person.id, service);
  expect(await keptOf(person)).toBe(1);
  return person;
}

const keptOf = ({ id }: Person) =>
  db().$count(schema.profilePictures, eq(schema.profilePictures.userId, id));

test.each(['gravatar, publicProfiles', 'publicProfiles'])(
  'who no longer wants a picture has none at the site from then on (%s)',
  async (FLAGS) => {
    const without = { useGravatar: false };
    const own = await shown();
    const set = await shown();
    configure({ FLAGS });
    await updateOwnProfile(actorOf(own), { ...appearanceOf(own), ...without });
    expect(await keptOf(own)).toBe(0);
    const admin = actorOf(await makeUser(db(), { role: 'ADMIN' }));
    const { id, firstName, lastName } = set;
    await updateUserAsAdmin(admin, {
      user: { id, firstName, lastName, role: 'USER' },
      publicProfile: { ...appearanceOf(set), ...without },
    });
    expect(await keptOf(set)).toBe(0);
    // Where nothing was asked about pictures, what the person chose stays.
    configure({ FLAGS: 'gravatar, publicProfiles' });
    const isKept = FLAGS === 'publicProfiles';
    expect(await findPublicProfile(id)).toMatchObject({ useGravatar: isKept });
  },
);

test('a picture that arrives after it was declined is not kept', async () => {
  configure({ FLAGS: 'gravatar, publicProfiles' });
  const person = await agreed(await makeUser(db(), { email: 'declines@court.example' }));
  meanwhile = () =>
    updateOwnProfile(actorOf(person), { ...appearanceOf(person), useGravatar: false });
  const look = findProfilePicture(actorOf(person), person.id, service);
  await expect(look).rejects.toThrow('error.not-found');
  expect(asked).toHaveLength(2);
  expect(await keptOf(person)).toBe(0);
});

test('a picture is gone after a week, as the privacy policy says', async () => {
  const people = [await shown(), await shown()];
  const days = [8, 6];
  for (const [at, { id }] of people.entries())
    await db()
      .update(schema.profilePictures)
      .set({ fetchedAt: new Date(Date.now() - (days[at] ?? 0) * 86_400_000) })
      .where(eq(schema.profilePictures.userId, id));
  const pictures = identityRetention.tables.find(({ name }) => name === 'profile_pictures');
  await db().delete(schema.profilePictures).where(pictures?.expired);
  expect(await Promise.all(people.map(keptOf))).toEqual([0, 1]);
});
