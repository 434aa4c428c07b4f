import type { Step } from '~/features/events/editor/event-schemas';

export type EventStatus = 'draft' | 'scheduled' | 'published' | 'cancelled' | 'archived';

const steps: Record<EventStatus, readonly Step['intent'][]> = {
  draft: ['publish', 'schedule', 'delete'],
  scheduled: ['publish', 'unschedule'],
  published: ['cancel', 'withdraw'],
  cancelled: ['withdraw'],
  archived: ['restore'],
};

/** What can be done with an event in a state. */
export function stepsFrom(status: EventStatus): readonly Step['intent'][] {
  return steps[status];
}
