import { data, redirect } from 'react-router';
import { z } from 'zod';
import { throwErrorResponse } from '~/answers/error-response.server';
import type { FileAnswer } from '~/answers/file-answer';
import { redirectWithNotice } from '~/answers/notices.server';
import { reasonField } from '~/features/membership/users/user-schemas';
import { parseForm } from '~/lib/forms/form';
import { actorContext } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import type { Route } from './+types/list-export.route';
import { exportedListOf, exportList } from './list-exports.server';

export const handle = { file: 'action' } satisfies FileAnswer;

const exportSchema = z.strictObject({
  /** The search parameters of the page. */
  query: z.string().max(2000),
  reason: reasonField.optional(),
});

export async function loader({ params }: Route.LoaderArgs) {
  return redirect(pathOf(params.list));
}

/** The list as a file. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const form = parseForm(exportSchema, await request.formData());
  const path = pathOf(params.list);
  const missing = { kind: 'error', key: 'error.reason-required' } as const;
  if (!form.ok) {
    if (!form.fieldErrors.reason) throw data('error.invalid-input', { status: 400 });
    return redirectWithNotice(path, missing);
  }
  const { query } = form.data;
  try {
    const csv = await exportList(context.get(actorContext), params.list, form.data);
    return new Response(csv, {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="${params.list}.csv"`,
        'Cache-Control': 'no-store',
      },
    });
  } catch (error) {
    const isMissing = error instanceof AppError && error.code === missing.key;
    if (!isMissing) throwErrorResponse(error);
    return redirectWithNotice(query ? `${path}?${query}` : path, missing);
  }
}

function pathOf(list: string): string {
  try {
    return exportedListOf(list).path;
  } catch (error) {
    throwErrorResponse(error);
  }
}
