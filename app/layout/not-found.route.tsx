import { data } from 'react-router';

export function loader() {
  throw data('error.not-found', { status: 404 });
}

/** Any other method on an unknown address: the same answer. */
export function action() {
  throw data('error.not-found', { status: 404 });
}

export default function NotFound() {
  return null;
}
