import { data } from 'react-router';
import { actorContext } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import { requestFactsContext } from '~/policy/request-context';
import type { Route } from './+types/tracked-errors.route';
import { reportedErrorSchema } from './error-schemas';
import { recordBrowserError } from './error-tracking.server';

/** Longer than any report that the schema accepts, in bytes. */
const longestReport = 64 * 1024;

/** Takes what browsers report; without error tracking there is no such address. */
export async function action({ request, context }: Route.ActionArgs) {
  const text = await request.text();
  if (text.length > longestReport) return data(null, { status: 413 });
  const report = reportedErrorSchema.safeParse(jsonOf(text));
  if (!report.success) return data(null, { status: 400 });
  try {
    const { clientAddress, requestId } = context.get(requestFactsContext);
    await recordBrowserError(context.get(actorContext), report.data, {
      clientAddress,
      requestId,
      headers: request.headers,
    });
    return data(null, { status: 201 });
  } catch (error) {
    if (error instanceof AppError) return data(null, { status: error.status });
    throw error;
  }
}

export function loader() {
  return data(null, { status: 404 });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
