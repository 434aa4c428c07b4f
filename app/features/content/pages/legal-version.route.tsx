import { actorContext } from '~/policy/actor';
import { languageContext } from '~/i18n/language.server';
import { siteMeta } from '~/site/site-meta';
import type { Route } from './+types/legal-version.route';
import { LegalText } from './legal-text';
import { loadLegalVersion, slugAt } from './legal-text.server';

export function loader({ params, context, pattern }: Route.LoaderArgs) {
  const place = {
    slug: slugAt(pattern),
    language: context.get(languageContext),
    version: params.version,
  };
  return loadLegalVersion(context.get(actorContext), place);
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { slug, title, description } = loaderData;
  return siteMeta(matches, { title, description, path: `/${slug}`, noIndex: true });
}

/** A version, which says so when it is no longer in force. */
export default function LegalVersion({ loaderData }: Route.ComponentProps) {
  const { isInForce, ...version } = loaderData;
  const earlier = isInForce ? {} : { until: version };
  return <LegalText {...version} {...earlier} path={`/${version.slug}`} />;
}
