import { createContext } from 'react-router';

/** The roles of spec section 3. Roles are code, never data. */
export const roles = ['ADMIN', 'DEV', 'USER', 'UNAUTHENTICATED'] as const;
export type Role = (typeof roles)[number];
export type MemberRole = Exclude<Role, 'UNAUTHENTICATED'>;

export type SignedInActor = {
  id: string;
  role: MemberRole;
  email: string;
  firstName: string;
  lastName: string;
};

/** An anonymous visitor. `id` is null, so every ownership rule has to check membership first. */
export type AnonymousActor = { id: null; role: 'UNAUTHENTICATED' };

/** Who is asking: a user or the anonymous actor, never null. */
export type Actor = SignedInActor | AnonymousActor;

export const anonymous: AnonymousActor = { id: null, role: 'UNAUTHENTICATED' };

/**
 * The operator who runs `npm run admin` on the server: may do everything, has no record and
 * no session. The audit log names it as the job `command-line`. Told by identity, never by its id.
 */
export const commandLine: SignedInActor = {
  id: '00000000-0000-0000-0000-000000000000',
  role: 'DEV',
  email: 'command-line@localhost.invalid',
  firstName: 'Command',
  lastName: 'line',
};

export function isSignedIn(actor: Actor): actor is SignedInActor {
  return actor.id !== null;
}

/** Set by the root middleware for every request, read by loaders and actions. */
export const actorContext = createContext<Actor>(anonymous);
