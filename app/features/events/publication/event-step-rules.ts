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

/** A step that was refused for what is typed into its form, which is shown again. */
export type StepRefusal = {
  intent: string;
  /** Keys of texts by field, as `reason` or `reasons.1`. */
  fieldErrors: Record<string, string>;
  values: Record<string, string>;
  /** Of a cancellation, in the further languages. */
  reasons: readonly string[];
};
