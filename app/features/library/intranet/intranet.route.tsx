import { siteMeta } from '~/site/site-meta';
import type { Route } from './+types/intranet.route';
import { reloadList } from '~/features/library/entries/selection';
import { addressOf, collectionAt } from '~/lib/collections';
import { FolderPage } from './folder-page';
import { changeFolder, loadFolder } from './folder-page.server';

export const loader = (route: Route.LoaderArgs) => loadFolder(route, collectionAt(route.pattern));
export const action = (route: Route.ActionArgs) => changeFolder(route, collectionAt(route.pattern));

export const shouldRevalidate = reloadList;

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { title, collection } = loaderData;
  return siteMeta(matches, { title, path: addressOf[collection], noIndex: true });
}

export default function Intranet({ loaderData }: Route.ComponentProps) {
  // Each folder begins anew: what was chosen in another one is not chosen here.
  const { folder, collection } = loaderData;
  return <FolderPage key={folder ?? ''} page={loaderData} address={addressOf[collection]} />;
}
