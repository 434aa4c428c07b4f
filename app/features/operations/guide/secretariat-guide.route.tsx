import { actorContext } from '~/policy/actor';
import { languageContext } from '~/i18n/language.server';
import { siteMeta } from '~/site/site-meta';
import type { Route } from './+types/secretariat-guide.route';
import { Guide } from './guide';
import { getSecretariatGuide } from './guide.server';

export function loader({ context }: Route.LoaderArgs) {
  return { guide: getSecretariatGuide(context.get(actorContext), context.get(languageContext)) };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/administration/guide', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.guide.title, ...page }) : [];
}

export default function SecretariatGuide({ loaderData }: Route.ComponentProps) {
  return <Guide guide={loaderData.guide} />;
}
