import { data, redirect } from 'react-router';
import { z } from 'zod';
import { throwErrorResponse } from '~/answers/error-response.server';
import type { FileAnswer } from '~/answers/file-answer';
import { redirectWithNotice } from '~/answers/notices.server';
import { reasonField } from '~/features/membership/users/user-schemas';
import { parseForm, sentText } from '~/lib/forms/form';
import { actorContext } from '~/policy/actor';
import { AppError, type ErrorCode } from '~/policy/errors';
import type { Route } from './+types/list-export.route';
import { exportedListOf, exportList } from './list-exports.server';

export const handle = { file: 'action' } satisfies FileAnswer;

const longestQuery = 2000;

const exportSchema = z.strictObject({
  /** The search parameters of the page. */
  query: z.string().max(longestQuery),
  reason: reasonField.optional(),
});

/** What can be put right on the page of the list. */
const saidOnPage: readonly ErrorCode[] = ['error.reason-required', 'error.list-export.too-long'];

export async function loader({ params }: Route.LoaderArgs) {
  return redirect(pathOf(params.list));
}

/** The list as a file. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const sent = await request.formData();
  const form = parseForm(exportSchema, sent);
  if (!form.ok && !form.fieldErrors.reason) throw data('error.invalid-input', { status: 400 });
  // A reason that is none is missing: whether it is needed is said to those who may see the list.
  const asked = form.ok ? form.data : { query: sentText(sent, 'query').slice(0, longestQuery) };
  try {
    const csv = await exportList(context.get(actorContext), params.list, asked);
    return new Response(csv, {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="${params.list}.csv"`,
        'Cache-Control': 'no-store',
      },
    });
  } catch (error) {
    if (!(error instanceof AppError) || !saidOnPage.includes(error.code)) throwErrorResponse(error);
    const query = String(new URLSearchParams(asked.query));
    const path = `${pathOf(params.list)}${query && `?${query}`}`;
    return redirectWithNotice(path, { kind: 'error', key: error.code });
  }
}

function pathOf(list: string): string {
  try {
    return exportedListOf(list).path;
  } catch (error) {
    throwErrorResponse(error);
  }
}
