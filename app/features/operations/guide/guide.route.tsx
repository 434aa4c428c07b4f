import { actorContext } from '~/policy/actor';
import { languageContext } from '~/i18n/language.server';
import { siteMeta } from '~/site/site-meta';
import type { Route } from './+types/guide.route';
import { Guide } from './guide';
import { getMemberGuide, getSecretariatGuide } from './guide.server';

/** The guide of members or, below the administration, that of the secretariat. */
export function loader({ context, pattern }: Route.LoaderArgs) {
  const isAdministration = /^\/?administration\//.test(pattern);
  const getGuide = isAdministration ? getSecretariatGuide : getMemberGuide;
  return {
    guide: getGuide(context.get(actorContext), context.get(languageContext)),
    path: isAdministration ? '/administration/guide' : '/guide',
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { guide, path } = loaderData;
  return siteMeta(matches, { title: guide.title, path, noIndex: true });
}

export default function GuidePage({ loaderData }: Route.ComponentProps) {
  return <Guide guide={loaderData.guide} />;
}
