import { siteMeta } from '~/site/site-meta';
import type { Route } from './+types/administration-trash.route';
import { TrashPage } from './trash-page';
import { changeTrash, loadTrash } from './trash-page.server';

export const loader = (route: Route.LoaderArgs) => loadTrash(route, 'adminIntranet');
export const action = (route: Route.ActionArgs) => changeTrash(route);

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/administration/intranet/trash', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

export default function AdministrationTrash({ loaderData }: Route.ComponentProps) {
  return <TrashPage page={loaderData} address="/administration/intranet" />;
}
