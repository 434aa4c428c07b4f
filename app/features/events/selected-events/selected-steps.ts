import { z } from 'zod';
import { withdrawalReason } from '~/features/events/editor/event-schemas';
import { type EventStatus, stepsFrom } from '~/features/events/publication/event-step-rules';

/** What is done to several events at once: nothing that e-mails those registered. */
export const selectedSteps = ['publish', 'withdraw', 'delete'] as const;
export type SelectedStep = (typeof selectedSteps)[number];

/** What of it can be done to an event in a state. */
export const selectedStepsFrom = (status: EventStatus): readonly SelectedStep[] =>
  selectedSteps.filter((step) => stepsFrom(status).includes(step));

/** What is said with it, once for all. */
export const selectedStepSchema = z.discriminatedUnion('intent', [
  z.strictObject({ intent: z.literal('publish') }),
  z.strictObject({ intent: z.literal('withdraw'), reason: withdrawalReason }),
  z.strictObject({ intent: z.literal('delete') }),
]);
export type SelectedStepInput = z.output<typeof selectedStepSchema>;

/** Why an event is left: it was changed since it was listed, its state, or who is registered. */
export type WhyLeft = 'changed' | 'state' | 'participants' | 'registrations';
