import { type Step, stepLists, stepSchema } from '~/features/events/editor/event-schemas';
import { parseForm, sentTexts } from '~/lib/forms/form';
import { siteZone } from '~/lib/format/format-date';
import { instantOf } from '~/lib/time/zoned-time.server';
import type { StepRefusal } from './event-step-rules';

type Read =
  | { ok: true; step: Step }
  | { ok: false; answer: { error: string } | { step: StepRefusal } };

/** Reads the form of a step. What is typed and wrong is said at its field. */
export function readStep(sent: FormData): Read {
  const intent = sent.get('intent') === 'cancel' ? 'cancel' : 'other';
  const form = parseForm(stepSchema, sent, intent === 'cancel' ? stepLists.cancel : []);
  if (!form.ok) return refused(sent, form.fieldErrors);
  const step = form.data;
  const isPast = step.intent === 'schedule' && instantOf(step.publishAt, siteZone) <= new Date();
  if (isPast) return refused(sent, { publishAt: 'form.moment-ahead' });
  return { ok: true, step };
}

const typedFields = /^(publishAt|reason|reasons\.\d+)$/;

function refused(sent: FormData, errors: Record<string, string>): Read {
  const wrong = Object.entries(errors).filter(([name]) => typedFields.test(name));
  // Nothing of it was typed.
  if (wrong.length === 0) return { ok: false, answer: { error: 'error.invalid-input' } };
  const values = sentTexts(sent);
  const step = {
    intent: values['intent'] ?? '',
    fieldErrors: Object.fromEntries(wrong),
    values,
    reasons: sent.getAll('reasons').map((reason) => (typeof reason === 'string' ? reason : '')),
  };
  return { ok: false, answer: { step } };
}
