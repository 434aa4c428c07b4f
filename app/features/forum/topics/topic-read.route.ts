import { data } from 'react-router';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { parseForm } from '~/lib/forms/form';
import type { Route } from './+types/topic-read.route';
import { markReadSchema } from '~/features/forum/forum-schemas';
import { markRead } from '~/features/forum/comments/posting.server';

/** Remembers how far a member has read; asked in the background, so the page stays as it is. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const input = parseForm(markReadSchema, await request.formData());
  if (!input.ok) return data(null, { status: 400 });
  await markRead(context.get(actorContext), params.id, input.data.position).catch(
    throwErrorResponse,
  );
  return data(null);
}

export function loader() {
  return data(null, { status: 404 });
}
