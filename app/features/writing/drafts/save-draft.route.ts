import { data } from 'react-router';
import { actorContext } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import type { Route } from './+types/save-draft.route';
import { draftSchema } from './draft-schemas';
import { saveDraft } from './drafts.server';

/** Saves a draft sent as JSON; answers with the result or another tab's version. */
export async function action({ request, context }: Route.ActionArgs) {
  const input = draftSchema.safeParse(await request.json().catch(() => null));
  if (!input.success) return data({ kind: 'refused' }, { status: 400 });
  try {
    return data(await saveDraft(context.get(actorContext), input.data));
  } catch (error) {
    if (error instanceof AppError) return data({ kind: 'refused' }, { status: error.status });
    throw error;
  }
}

export function loader() {
  return data(null, { status: 404 });
}
