import { data } from 'react-router';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import type { FileAnswer } from '~/answers/file-answer';
import { parseForm } from '~/lib/forms/form';
import { isUuid } from '~/lib/is-uuid';
import { redirectWithNotice } from '~/answers/notices.server';
import type { Route } from './+types/registration-export.route';
import { exportRegistrations } from './registration-export.server';
import { listExportSchema } from '~/features/events/registrations/registration-schemas';

export const handle = { file: 'action' } satisfies FileAnswer;

/** No page: the export is a POST with a reason. */
export function loader() {
  throw data('error.not-found', { status: 404 });
}

/** The list of an event as a file, for a reason. */
export async function action({ request, params, context }: Route.ActionArgs) {
  if (!isUuid(params.id)) throw data('error.not-found', { status: 404 });
  const form = parseForm(listExportSchema, await request.formData());
  if (!form.ok) {
    return redirectWithNotice(`/administration/events/${params.id}/registrations`, {
      kind: 'error',
      key: 'error.reason-required',
    });
  }
  const { csv, slug } = await exportRegistrations(
    context.get(actorContext),
    params.id,
    form.data,
  ).catch(throwErrorResponse);
  return new Response(csv, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${slug}.csv"`,
      'Cache-Control': 'no-store',
    },
  });
}
