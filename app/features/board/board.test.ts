import { beforeEach, expect, test } from 'vitest';
import { anonymous, type SignedInActor } from '~/actor';
import { db, schema } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { listBoard } from '~/features/pages/pages.server';
import { actorOf } from '../../../test/actors';
import {
  boardMemberSchema,
  getBoardMember,
  nextBoardPosition,
  removeBoardMember,
  saveBoardMember,
} from './board.server';

let admin: SignedInActor;
let member: SignedInActor;
const notFound = { code: 'error.not-found' };

beforeEach(async () => {
  await db().delete(schema.boardMembers);
  admin ??= actorOf(await makeUser(db(), { role: 'ADMIN' }));
  member ??= actorOf(await makeUser(db()));
});

const typed = (name: string, fields: object = {}) =>
  boardMemberSchema.parse({
    intent: 'save',
    version: '0',
    name,
    role: 'President',
    function: 'Judge',
    court: 'Court of Appeal',
    country: 'be',
    position: '0',
    ...fields,
  });
const names = async () => (await listBoard(anonymous)).map(({ name }) => name);

test('the board is shown in its order, as soon as it is saved', async () => {
  await saveBoardMember(admin, null, typed('Second', { position: '2' }));
  await saveBoardMember(admin, null, typed('First', { position: '1' }));
  expect(await names()).toEqual(['First', 'Second']);
  expect(await nextBoardPosition(admin)).toBe(3);
  const [first] = await listBoard(anonymous);
  const id = first?.id ?? '';
  await saveBoardMember(admin, id, typed('Renamed', { position: '3', version: '1' }));
  expect(await names()).toEqual(['Second', 'Renamed']);
  const stale = saveBoardMember(admin, id, typed('Stale', { version: '1' }));
  await expect(stale).rejects.toMatchObject({ code: 'error.changed-meanwhile' });
  await removeBoardMember(admin, id);
  expect(await names()).toEqual(['Second']);
  await expect(removeBoardMember(admin, id)).rejects.toMatchObject(notFound);
});

test('only administrators change it, and a country is one', async () => {
  expect(typed('Any').country).toBe('BE');
  expect(() => typed('Any', { country: 'xx' })).toThrow('form.country');
  await saveBoardMember(admin, null, typed('Ada'));
  const [ada] = await listBoard(anonymous);
  for (const actor of [member, anonymous]) {
    await expect(saveBoardMember(actor, null, typed('Mallory'))).rejects.toMatchObject(notFound);
    await expect(removeBoardMember(actor, ada?.id ?? '')).rejects.toMatchObject(notFound);
    await expect(getBoardMember(actor, ada?.id ?? '')).rejects.toMatchObject(notFound);
  }
  expect(await names()).toEqual(['Ada']);
});
