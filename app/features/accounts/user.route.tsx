import { redirect } from 'react-router';

/** The user area begins with the list of users (behind the admin guard, spec section 2). */
export function loader() {
  return redirect('/administration/users');
}

export default function UserArea() {
  return null;
}
