import { addressOf, collectionAt } from '~/lib/collections';
import { siteMeta } from '~/site/site-meta';
import { useStickyActionData } from '~/ui/sticky-action-data';
import type { Route } from './+types/trash.route';
import { TrashPage } from './trash-page';
import { changeTrash, loadTrash } from './trash-page.server';

export const loader = (route: Route.LoaderArgs) => loadTrash(route, collectionAt(route.pattern));
export const action = (route: Route.ActionArgs) => changeTrash(route, collectionAt(route.pattern));

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { title, collection } = loaderData;
  return siteMeta(matches, { title, path: `${addressOf[collection]}/trash`, noIndex: true });
}

export default function Trash({ loaderData, ...route }: Route.ComponentProps) {
  const actionData = useStickyActionData(route.actionData);
  const address = addressOf[loaderData.collection];
  return <TrashPage page={loaderData} address={address} answer={actionData} />;
}
