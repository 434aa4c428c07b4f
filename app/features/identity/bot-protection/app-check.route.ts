import { data } from 'react-router';
import { actorContext } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import { requestFactsContext } from '~/policy/request-context';
import type { Route } from './+types/app-check.route';
import { exchangeSolution, makeChallenge, solvedSchema } from './bot-protection.server';

const noStore = { headers: { 'Cache-Control': 'no-store' } };

/** A challenge to work on; without bot protection there is no such address. */
export async function loader({ context }: Route.LoaderArgs) {
  try {
    return Response.json(await makeChallenge(context.get(actorContext)), noStore);
  } catch (error) {
    if (error instanceof AppError) throw data(error.code, { status: error.status });
    throw error;
  }
}

/** Takes the work and gives the token. */
export async function action({ request, context }: Route.ActionArgs) {
  const solved = solvedSchema.safeParse(await request.json().catch(() => null));
  if (!solved.success) return Response.json(null, { status: 400 });
  const { clientAddress } = context.get(requestFactsContext);
  try {
    const token = await exchangeSolution(context.get(actorContext), solved.data, clientAddress);
    return Response.json({ token }, noStore);
  } catch (error) {
    if (error instanceof AppError) return Response.json(null, { status: error.status });
    throw error;
  }
}
