import { Outlet } from 'react-router';
import { adminGuard } from './guards.server';

export const middleware = [adminGuard];

/** Makes client-side navigation ask the server, so that the guard runs. */
export function loader() {
  return null;
}

export default function AdminGuard() {
  return <Outlet />;
}
