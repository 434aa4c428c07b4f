import { data } from 'react-router';
import { actorContext } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import type { Route } from './+types/new-picture.route';
import { addPicture } from './pictures.server';

export function loader() {
  return data('error.not-found', { status: 404 });
}

/** Stores a picture that the editor of a text sends; answers with what the text holds of it. */
export async function action({ request, context }: Route.ActionArgs) {
  const upload = (await request.formData()).get('upload');
  const sent = upload instanceof File ? await upload.arrayBuffer() : new ArrayBuffer(0);
  const bytes = Buffer.from(sent);
  try {
    return data({ picture: await addPicture(context.get(actorContext), bytes) });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return data({ error: error.code }, { status: error.status });
  }
}
