import { data } from 'react-router';
import { actorContext } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import { requestFactsContext } from '~/policy/request-context';
import type { Route } from './+types/receipts.route';
import { givenConsentSchema, recordConsent } from './consent.server';

/** Takes the choice made in the dialog as JSON and writes its receipt. */
export async function action({ request, context }: Route.ActionArgs) {
  const given = givenConsentSchema.safeParse(await request.json().catch(() => null));
  if (!given.success) return data(null, { status: 400 });
  try {
    const { clientAddress } = context.get(requestFactsContext);
    await recordConsent(context.get(actorContext), given.data, clientAddress);
    return data(null, { status: 201 });
  } catch (error) {
    if (error instanceof AppError) return data(null, { status: error.status });
    throw error;
  }
}

export function loader() {
  return data(null, { status: 404 });
}
