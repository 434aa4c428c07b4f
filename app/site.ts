import { useRouteLoaderData } from 'react-router';
import type { loader } from '~/root';

/** What the shell knows: configuration, language and who is reading. Absent when the root failed. */
export function useSite() {
  return useRouteLoaderData<typeof loader>('root');
}
