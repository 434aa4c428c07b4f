import { type Actor, anonymous, type Role, type SignedInActor } from '~/policy/actor';

/** Someone with this role who has no record in the database. */
export function actorWithRole(role: Role): Actor {
  if (role === 'UNAUTHENTICATED') return anonymous;
  return {
    id: '0198c1f0-0000-7000-8000-000000000001',
    role,
    email: 'person@court.example',
    firstName: 'Alba',
    lastName: 'Beispiel',
  };
}

/** The actor that a user record stands for. */
export function actorOf(user: SignedInActor): SignedInActor {
  const { id, role, email, firstName, lastName } = user;
  return { id, role, email, firstName, lastName };
}
