import { data, redirect } from 'react-router';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import type { FileAnswer } from '~/answers/file-answer';
import { parseForm } from '~/lib/forms/form';
import { redirectWithNotice } from '~/answers/notices.server';
import type { Route } from './+types/users-export.route';
import { exportSchema, userFilterSchema } from './user-schemas';
import { exportUsers } from './users.server';

export const handle = { file: 'action' } satisfies FileAnswer;

export function loader() {
  return redirect('/administration/users');
}

/** The list as a file, for a reason. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = parseForm(exportSchema, await request.formData());
  if (!form.ok) {
    if (!form.fieldErrors.reason) throw data('error.invalid-input', { status: 400 });
    return redirectWithNotice('/administration/users', {
      kind: 'error',
      key: 'error.reason-required',
    });
  }
  const { reason, ...filter } = form.data;
  const csv = await exportUsers(
    context.get(actorContext),
    userFilterSchema.parse(filter),
    reason,
  ).catch(throwErrorResponse);
  return new Response(csv, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="users.csv"',
      'Cache-Control': 'no-store',
    },
  });
}
