import { data, redirect } from 'react-router';
import type { Actor } from '~/policy/actor';
import { db } from '~/db/db.server';
import { throwErrorResponse } from '~/answers/error-response.server';
import { AppError } from '~/policy/errors';
import { parseForm, sentText, sentTexts } from '~/lib/forms/form';
import type { DiffPart } from '~/features/content/versions/text-diff';
import { redirectWithNotice } from '~/answers/notices.server';
import { comparable } from './content-lines';
import type { TypedContent } from '~/features/content/publishing/content-schemas';
import { resolveDecisions } from '~/features/content/rows/cited-decisions.server';
import { filledRows } from '~/ui/fields/rows-input';
import type { CitedDetails } from '~/features/content/rows/content-rows';
import { movePage } from '~/features/content/pages/page-address.server';
import {
  addressSchema,
  editingSchema,
  type EditedText,
  expirySchema,
  plainActionSchema,
  type TypedText,
  withdrawSchema,
} from './editing-schemas';
import {
  makePreviewLink,
  previewSchema,
  revokePreviewLink,
  revokePreviewSchema,
} from '~/features/content/previews/previews.server';
import { editPath, type PublicationKind } from '~/features/content/publishing/publication-kinds';
import { getCore, readWorking } from '~/features/content/publishing/publication-rows.server';
import {
  cancelSchedule,
  deleteDraft,
  discardChanges,
  setExpiry,
  withdrawText,
} from '~/features/content/publishing/publication-states.server';
import { diffFields } from '~/features/content/versions/revisions.server';
import { findMissing, saveText } from '~/features/content/publishing/saving.server';

type Place = { kind: PublicationKind; id: string };

/** What the edit page shows after a form that was refused or that made a preview link. */
export type EditAnswer = {
  error: string | null;
  intent: string;
  fieldErrors: Record<string, string>;
  values: Record<string, string>;
  /** What someone else has saved meanwhile, against what was typed. */
  meanwhile: { field: string; parts: DiffPart[] }[];
  /** The version that is saved now, after a save that was refused as stale. */
  savedVersion: number | null;
  previewPath: string | null;
};

const noAnswer = {
  error: null,
  fieldErrors: {},
  values: {},
  meanwhile: [],
  savedVersion: null,
  previewPath: null,
};

/** Handles the forms of the edit page. */
export async function answerEditForm(actor: Actor, place: Place, given: FormData) {
  const intent = sentText(given, 'intent') || 'save';
  try {
    if (['save', 'publish', 'schedule'].includes(intent)) return await save(actor, place, given);
    return await act(actor, place, given);
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'error.not-found') throwErrorResponse(error);
    const isTaken = error.code === 'error.content.slug-taken';
    const said = isTaken ? { fieldErrors: { slug: error.code } } : { error: error.code };
    const answer = { ...noAnswer, intent, ...said, values: sentTexts(given) };
    return data<EditAnswer>(answer, { status: error.status });
  }
}

async function save(actor: Actor, place: Place, given: FormData) {
  const input = parseForm(editingSchema(place.kind), given);
  const intent = sentText(given, 'intent') || 'save';
  const refuse = (fieldErrors: Record<string, string>) =>
    data<EditAnswer>(
      {
        ...noAnswer,
        intent,
        error: 'error.content.incomplete',
        fieldErrors,
        values: sentTexts(given),
      },
      { status: 400 },
    );
  const withMissing = async (fieldErrors: Record<string, string>) =>
    refuse({ ...(await findMissing(actor, place, sentTexts(given))), ...fieldErrors });
  if (!input.ok) return withMissing(input.fieldErrors);
  const { cited, fieldErrors } = await resolveDecisions(
    input.data.decisions,
    filledRows(sentTexts(given)['decisions']),
  );
  if (Object.keys(fieldErrors).length > 0) return withMissing(fieldErrors);
  const edited = citing(input.data, cited);
  try {
    const result = await saveText(actor, place, edited);
    if (!result.ok) return refuse(result.missing);
  } catch (error) {
    const isStale = error instanceof AppError && error.code === 'error.changed-meanwhile';
    if (!isStale) throw error;
    const meanwhile = differences(await readWorking(db(), place), edited.content);
    const { version } = await getCore(place);
    const facts = { values: sentTexts(given), meanwhile, savedVersion: version };
    const answer = { ...noAnswer, intent, error: error.code, ...facts };
    return data<EditAnswer>(answer, { status: error.status });
  }
  const key = `success.content-${intent}`;
  return redirectWithNotice(editPath(place.kind, place.id), { kind: 'success', key });
}

function citing(typed: TypedText, cited: CitedDetails[]): EditedText {
  const { content } = typed;
  const edited = { ...typed, decisions: cited };
  const decisions = cited.map(({ ecli }) => ecli);
  if (content.kind === 'news') {
    return { ...edited, content: { ...content, fields: { ...content.fields, decisions } } };
  }
  if (content.kind === 'article') {
    return { ...edited, content: { ...content, fields: { ...content.fields, decisions } } };
  }
  return edited;
}

/**
 * What is saved now, against what was typed on an older version. The cover and the attachments have
 * forms of their own: this form does not carry them, and saving it leaves them alone.
 */
function differences(saved: TypedContent, typed: TypedContent) {
  const all = diffFields(comparable(saved), comparable(typed));
  return all.filter(({ field }) => field !== 'cover' && field !== 'attachments');
}

async function act(actor: Actor, place: Place, given: FormData) {
  const intent = sentText(given, 'intent');
  const refuse = ({ fieldErrors, values }: Pick<EditAnswer, 'fieldErrors' | 'values'>) =>
    data<EditAnswer>({ ...noAnswer, intent, fieldErrors, values }, { status: 400 });
  const done = (name: string) =>
    redirectWithNotice(editPath(place.kind, place.id), {
      kind: 'success',
      key: `success.content-${name}`,
    });
  if (intent === 'withdraw') {
    const form = parseForm(withdrawSchema, given);
    if (!form.ok) return refuse(form);
    await withdrawText(actor, { ...place, ...form.data }, form.data.reason);
    return done(place.kind === 'board-member' ? 'withdraw-within' : 'withdraw');
  }
  if (intent === 'expire') {
    const form = parseForm(expirySchema, given);
    if (!form.ok) return refuse(form);
    await setExpiry(actor, { ...place, ...form.data }, form.data.expireAt);
    return done(form.data.expireAt ? 'expire' : 'endless');
  }
  if (intent === 'move') {
    const form = parseForm(addressSchema, given);
    if (!form.ok) return refuse(form);
    await movePage(actor, { id: place.id, ...form.data }, form.data.slug);
    return done('move');
  }
  if (intent === 'preview') {
    const form = parseForm(previewSchema, given);
    if (!form.ok) return refuse(form);
    const previewPath = await makePreviewLink(actor, place, form.data.days);
    return data<EditAnswer>({ ...noAnswer, intent, previewPath });
  }
  if (intent === 'revoke-preview') {
    const form = parseForm(revokePreviewSchema, given);
    if (!form.ok) return refuse(form);
    await revokePreviewLink(actor, place, form.data.link);
    return done('revoke-preview');
  }
  const form = parseForm(plainActionSchema, given);
  if (!form.ok) return refuse(form);
  const seen = { ...place, baseVersion: form.data.baseVersion };
  switch (form.data.intent) {
    case 'cancel-schedule':
      await cancelSchedule(actor, seen);
      return done('cancel-schedule');
    case 'discard-changes':
      await discardChanges(actor, seen);
      return done('discard-changes');
    case 'delete':
      await deleteDraft(actor, seen);
      return redirect('/administration/content');
  }
}
