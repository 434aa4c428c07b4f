import type { MemberRole } from '~/policy/actor';

/** What is done to an account only when a second administrator confirms it, where the site asks for two. */
export type Change =
  | { kind: 'role'; role: MemberRole }
  | { kind: 'suspend' }
  | { kind: 'reactivate' }
  | { kind: 'reset-second-factor' };

/**
 * Whether a change waits for a second administrator: `alone` where there is none besides who acts, so
 * that it takes effect at once; `nobody` where those there are may not confirm it, because it concerns
 * them or they stand too low.
 */
export type Confirmation = 'not-asked' | 'alone' | 'nobody' | 'needed';
