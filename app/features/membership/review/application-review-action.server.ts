import type { Actor } from '~/policy/actor';
import { type FormRefusal, parseForm } from '~/lib/forms/form';
import { approveApplication, inviteAgain, rejectApplication } from './application-decision.server';
import {
  addApplicationNote,
  askForInformation,
  assignApplication,
  previewApplicationMail,
  setFeeStatus,
  startReview,
  verifyJudicialStatus,
} from './application-review.server';
import { type ReviewInput, reviewSchema } from '~/features/membership/applying/application-schemas';

export type ReviewAnswer =
  | { kind: 'done'; key: string }
  | { kind: 'preview'; subject: string; text: string }
  | ({ kind: 'refused' } & FormRefusal);

/**
 * Does what a form of the review page asks for.
 * @throws AppError as the functions of the review do
 */
export async function runReviewAction(
  actor: Actor,
  id: string,
  form: FormData,
): Promise<ReviewAnswer> {
  const parsed = parseForm(reviewSchema, form);
  if (!parsed.ok) {
    const { fieldErrors, values } = parsed;
    return { kind: 'refused', fieldErrors, values };
  }
  if (parsed.data.intent === 'preview') {
    return { kind: 'preview', ...(await previewApplicationMail(actor, parsed.data)) };
  }
  return { kind: 'done', key: await review(actor, id, parsed.data) };
}

type Deed = Exclude<ReviewInput, { intent: 'preview' }>;

/** @returns the key of the notice */
async function review(actor: Actor, id: string, deed: Deed): Promise<string> {
  if (deed.intent === 'note') {
    await addApplicationNote(actor, id, deed.text);
    return 'success.note-added';
  }
  const looked = { id, version: deed.version };
  switch (deed.intent) {
    case 'start-review':
      await startReview(actor, looked);
      return 'success.review-started';
    case 'assign':
      await assignApplication(actor, looked, deed.assignedTo || null);
      return 'success.application-changed';
    case 'verify':
      await verifyJudicialStatus(actor, looked, deed.method);
      return 'success.status-verified';
    case 'ask':
      await askForInformation(actor, looked, deed.text);
      return 'success.question-sent';
    case 'approve':
      return (await approveApplication(actor, looked, deed)) === 'approve'
        ? 'success.application-approved'
        : 'success.first-approval-given';
    case 'reject':
      await rejectApplication(actor, looked, deed);
      return 'success.application-rejected';
    case 'invite':
      return (await inviteAgain(actor, looked)) === 'invited'
        ? 'success.invitation-sent'
        : 'success.is-member';
    case 'fee':
      await setFeeStatus(actor, looked, deed.feeStatus);
      return 'success.application-changed';
  }
}
