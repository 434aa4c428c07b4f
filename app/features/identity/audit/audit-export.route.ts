import { data, redirect } from 'react-router';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import type { FileAnswer } from '~/answers/file-answer';
import { parseForm } from '~/lib/forms/form';
import { redirectWithNotice } from '~/answers/notices.server';
import type { Route } from './+types/audit-export.route';
import { auditExportSchema, exportAuditEntries } from './audit-log.server';

export const handle = { file: 'action' } satisfies FileAnswer;

/** There is nothing to see here; the form is on the page of the log. */
export function loader() {
  return redirect('/administration/audit');
}

/** The chosen entries as a file. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = parseForm(auditExportSchema, await request.formData());
  if (!form.ok) {
    if (!form.fieldErrors.reason) throw data('error.invalid-input', { status: 400 });
    return redirectWithNotice('/administration/audit', { kind: 'error', key: 'audit.give-reason' });
  }
  const pieces = await exportAuditEntries(context.get(actorContext), form.data).catch(
    throwErrorResponse,
  );
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const piece = await pieces.next();
      if (piece.done) controller.close();
      else controller.enqueue(encoder.encode(piece.value));
    },
  });
  return new Response(body, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="audit-log.csv"',
      'Cache-Control': 'no-store',
    },
  });
}
