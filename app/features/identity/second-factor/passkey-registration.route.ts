import { data } from 'react-router';
import { actorContext } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import type { Route } from './+types/passkey-registration.route';
import { passkeyRegistration } from './passkey-schemas';
import { addPasskey, beginPasskey, proofOf } from './passkey.server';

export function loader() {
  throw data('error.not-found', { status: 404 });
}

/** The two halves of making a passkey, for the script of the settings. */
export async function action({ request, context }: Route.ActionArgs) {
  const actor = context.get(actorContext);
  const sent: unknown = await request.json().catch(() => null);
  const input = passkeyRegistration.safeParse(sent);
  if (!input.success) return Response.json({ error: 'error.invalid-input' }, { status: 400 });
  try {
    if (input.data.step === 'verify') {
      await addPasskey(actor, input.data, request.headers);
      return Response.json({});
    }
    const { password, code, passkey } = input.data;
    const proof = proofOf({ password, code, passkey }, request.headers);
    const { options, cookies } = await beginPasskey(actor, proof, request.headers);
    const headers = new Headers();
    for (const cookie of cookies) headers.append('Set-Cookie', cookie);
    return Response.json({ options }, { headers });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return Response.json({ error: error.code }, { status: error.status });
  }
}
