import { data } from 'react-router';
import { actorContext } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import { requestFactsContext } from '~/policy/request-context';
import type { Route } from './+types/page-views.route';
import { countPageView, pageViewSchema } from './analytics.server';

/** Takes a page view; without analytics there is no such address. */
export async function action({ request, context }: Route.ActionArgs) {
  const view = pageViewSchema.safeParse(await request.json().catch(() => null));
  if (!view.success) return data(null, { status: 400 });
  try {
    const { clientAddress } = context.get(requestFactsContext);
    const asked = { headers: request.headers, clientAddress };
    await countPageView(context.get(actorContext), view.data, asked);
    return data(null, { status: 202 });
  } catch (error) {
    if (error instanceof AppError) return data(null, { status: error.status });
    throw error;
  }
}

export function loader() {
  return data(null, { status: 404 });
}
