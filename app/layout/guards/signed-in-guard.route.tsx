import { Outlet } from 'react-router';
import { signedInGuard } from './guards.server';

export const middleware = [signedInGuard];

/** Makes client-side navigation ask the server, so that the guard runs. */
export function loader() {
  return null;
}

export default function SignedInGuard() {
  return <Outlet />;
}
