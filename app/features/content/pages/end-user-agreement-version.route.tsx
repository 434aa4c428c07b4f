import { actorContext } from '~/policy/actor';
import { languageContext } from '~/i18n/language.server';
import { siteMeta } from '~/site/site-meta';
import type { Route } from './+types/end-user-agreement-version.route';
import { LegalText } from './legal-text';
import { loadLegalVersion } from './legal-text.server';

const slug = 'end-user-agreement';

export function loader({ params, context }: Route.LoaderArgs) {
  const place = { slug, language: context.get(languageContext), version: params.version };
  return loadLegalVersion(context.get(actorContext), place);
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { title, description } = loaderData;
  return siteMeta(matches, { title, description, path: `/${slug}`, noIndex: true });
}

/** A version that is no longer in force. */
export default function EndUserAgreementVersion({ loaderData }: Route.ComponentProps) {
  return <LegalText {...loaderData} slug={slug} until={loaderData} path={`/${slug}`} />;
}
