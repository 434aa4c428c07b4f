import { siteMeta } from '~/site/site-meta';
import type { Route } from './+types/intranet.route';
import { reloadList } from '~/features/library/entries/chosen';
import { FolderPage } from './folder-page';
import { changeFolder, loadFolder } from './folder-page.server';

/** Spec section 2: the route carries a setting naming the collection to show. */
const collection = 'userIntranet';
const address = '/intranet';

export const loader = (route: Route.LoaderArgs) => loadFolder(route, collection);
export const action = (route: Route.ActionArgs) => changeFolder(route, collection);

export const shouldRevalidate = reloadList;

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: address, noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

export default function Intranet({ loaderData }: Route.ComponentProps) {
  // Each folder begins anew: what was chosen in another one is not chosen here.
  return <FolderPage key={loaderData.folder ?? ''} page={loaderData} address={address} />;
}
