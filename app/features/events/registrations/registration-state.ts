import type { Tone } from '~/ui/status-pill';

type Window = {
  status: string;
  registration: 'none' | 'internal' | 'external';
  opensAtInstant: Date | null;
  closesAtInstant: Date | null;
  startsAtInstant: Date;
};

export type Offer = 'none' | 'external' | 'not-yet' | 'open' | 'closed';

/** Until when one may register, change and withdraw: the closing date, else the beginning. */
export function deadlineOf(event: Pick<Window, 'closesAtInstant' | 'startsAtInstant'>): Date {
  return event.closesAtInstant ?? event.startsAtInstant;
}

/** Until when places that come free are given: the beginning, or as long as one may register. */
export function placesUntil(event: Pick<Window, 'closesAtInstant' | 'startsAtInstant'>): Date {
  return new Date(Math.max(Number(event.startsAtInstant), Number(deadlineOf(event))));
}

/** Whether one can register for an event at a moment. */
export function offerOf(event: Window, now: Date): Offer {
  if (event.registration === 'none' || event.status === 'cancelled') return 'none';
  if (event.registration === 'external') return 'external';
  if (now >= deadlineOf(event)) return 'closed';
  return event.opensAtInstant && now < event.opensAtInstant ? 'not-yet' : 'open';
}

/** Up to how many free places everybody reads that few are left. */
const few = 10;

export type Places = { mode: 'on-site' | 'online'; free: number | null; waiting: number };

/** What a list of events says of registering for one. */
export type RegistrationNow = {
  state:
    | 'external'
    | 'not-yet'
    | 'open'
    | 'few'
    | 'on-site'
    | 'online'
    | 'waiting-list'
    | 'full'
    | 'closed';
  /** Places that are left, for those who can take one; null where there is no limit. */
  free: number | null;
  /** Local wall time: when it opens, or until when it is open; null where neither is set. */
  date: string | null;
};

/**
 * How an event can be registered for, in one word.
 * @param places of each way to take part, with those who wait for one
 */
export function registrationNow(
  event: { opensAt: string | null; closesAt: string | null; waitingList: boolean },
  offer: Offer,
  places: readonly Places[],
): RegistrationNow | null {
  if (offer === 'none') return null;
  const { opensAt, closesAt, waitingList } = event;
  if (offer !== 'open') {
    return { state: offer, free: null, date: offer === 'not-yet' ? opensAt : null };
  }
  const open = places.filter(({ free, waiting }) => free === null || free > waiting);
  const [only] = open;
  if (!only && waitingList) return { state: 'waiting-list', free: null, date: closesAt };
  if (!only) return { state: 'full', free: null, date: null };
  const isUnlimited = open.some(({ free }) => free === null);
  const free = isUnlimited ? null : open.reduce((sum, each) => sum + (each.free ?? 0), 0);
  if (open.length < places.length) return { state: only.mode, free, date: closesAt };
  return { state: free !== null && free <= few ? 'few' : 'open', free, date: closesAt };
}

/** How the state of a registration looks to its holder and to administrators. */
export const registrationTones = {
  pending: 'attention',
  confirmed: 'right',
  attended: 'right',
  waitlisted: 'attention',
  declined: 'wrong',
  cancelled: 'neutral',
} as const satisfies Record<string, Tone>;
