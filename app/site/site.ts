import { useRouteLoaderData } from 'react-router';
import type { loader } from '~/root';

export type Site = NonNullable<ReturnType<typeof useRouteLoaderData<typeof loader>>>;

/** What the shell knows: configuration, language and who is reading. Absent when the root failed. */
export const useSite = (): Site | undefined => useRouteLoaderData<typeof loader>('root');
