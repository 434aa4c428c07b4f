import { redirect } from 'react-router';
import { actorContext } from '~/policy/actor';
import type { Route } from './+types/sign-out.route';
import { signOut } from './sign-in.server';

/** Opening the address ends nothing: only a press of the button does. */
export function loader() {
  return redirect('/login');
}

/** Spec section 4: clears the user and goes to /login. */
export async function action({ request, context }: Route.ActionArgs) {
  const headers = new Headers();
  for (const cookie of await signOut(context.get(actorContext), request.headers)) {
    headers.append('Set-Cookie', cookie);
  }
  return redirect('/login', { headers });
}
