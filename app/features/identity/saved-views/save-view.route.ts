import { data, redirect } from 'react-router';
import { throwErrorResponse } from '~/answers/error-response.server';
import { redirectWithNotice } from '~/answers/notices.server';
import { parseForm } from '~/lib/forms/form';
import { actorContext } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import type { Route } from './+types/save-view.route';
import { deleteView, saveView } from './saved-views.server';
import { viewSchema } from './view-schemas';

export function loader() {
  return redirect('/administration');
}

/** The list as it was shown; what was sent is put into an address anew. */
const backTo = (list: string, query: string) => `${list}?${new URLSearchParams(query)}`;

/** Keeps a view of a list, or deletes one, and leads back to it. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = parseForm(viewSchema, await request.formData());
  if (!form.ok) {
    const isNameless = Object.keys(form.fieldErrors).every((field) => field === 'name');
    if (!isNameless) throw data('error.invalid-input', { status: 400 });
    const { list = '', query = '' } = form.values;
    return redirectWithNotice(backTo(list, query), { kind: 'error', key: 'error.view-name' });
  }
  const actor = context.get(actorContext);
  const { list, query } = form.data;
  try {
    if (form.data.intent === 'delete') {
      await deleteView(actor, form.data.view);
      return redirectWithNotice(backTo(list, query), {
        kind: 'success',
        key: 'success.view-deleted',
      });
    }
    await saveView(actor, form.data);
    return redirectWithNotice(backTo(list, query), { kind: 'success', key: 'success.view-saved' });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'error.too-many-views') {
      return throwErrorResponse(error);
    }
    return redirectWithNotice(backTo(list, query), { kind: 'error', key: error.code });
  }
}
