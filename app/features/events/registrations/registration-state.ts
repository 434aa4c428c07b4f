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

/** Whether one can register for an event at a moment. */
export function offerOf(event: Window, now: Date): Offer {
  if (event.registration === 'none' || event.status === 'cancelled') return 'none';
  if (event.registration === 'external') return 'external';
  if (now >= deadlineOf(event)) return 'closed';
  return event.opensAtInstant && now < event.opensAtInstant ? 'not-yet' : 'open';
}
