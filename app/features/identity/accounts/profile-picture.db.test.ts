import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { db, transaction } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { newId } from '~/lib/new-id';
import { actorOf, actorWithRole } from '../../../../tests/support/people/actors';
import { configure } from '../../../../tests/support/database/configure';
import { updateOwnProfile } from './own-account.server';
import { createProfile, createMissingProfiles } from './profile.server';
import { findProfilePicture } from './profile-picture.server';

/** Plays the picture service: knows one address, leads another elsewhere, and notes all requests. */
let server: Server;
let service = '';
let asked: string[] = [];
const hashOf = (email: string) => createHash('sha256').update(email).digest('hex');

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    if (request.url?.includes(hashOf('away@court.example')))
      response.writeHead(302, { Location: '/elsewhere' }).end();
    else if (request.url?.includes(hashOf('seen@court.example')))
      response.writeHead(200, { 'Content-Type': 'image/png', 'Content-Length': 3 }).end('png');
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address === 'object') service = `http://127.0.0.1:${address?.port}`;
});
beforeEach(() => {
  asked = [];
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
