import { redirect } from 'react-router';

/** Spec section 2: the overview is the page of events. */
export function loader() {
  return redirect('/events/overview', 301);
}
