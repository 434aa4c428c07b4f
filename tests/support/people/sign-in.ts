import { anonymous } from '~/policy/actor';
import { signIn } from '~/features/identity/sign-in/sign-in.server';
import { cookieHeader } from './cookies';

/** A password that every rule accepts. */
export const goodPassword = 'lantern orchard pebble tide';

type Attempt = {
  email: string;
  password?: string;
  keepSignedIn?: boolean;
  from?: string;
  /** What the browser sends besides. */
  headers?: Headers;
};

/** Tries to sign in from an address. @returns the `Set-Cookie` values */
export function trySignIn({
  email,
  password = goodPassword,
  ...others
}: Attempt): Promise<string[]> {
  const { keepSignedIn = false, from = '192.0.2.1', headers = new Headers() } = others;
  return signIn(anonymous, { email, password, keepSignedIn }, { headers, clientAddress: from });
}

/** Signs in. @returns the headers of the browser's next request */
export async function signedInHeaders(email: string, keepSignedIn = false): Promise<Headers> {
  return cookieHeader(await trySignIn({ email, keepSignedIn }));
}
