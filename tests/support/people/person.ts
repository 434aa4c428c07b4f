import type { MemberRole, SignedInActor } from '~/policy/actor';
import { db } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { actorOf } from './actors';

/** Someone who has a record in the database. */
export async function person(
  role: MemberRole = 'USER',
  names: { firstName?: string; lastName?: string } = {},
): Promise<SignedInActor> {
  return actorOf(await makeUser(db(), { role, ...names }));
}
