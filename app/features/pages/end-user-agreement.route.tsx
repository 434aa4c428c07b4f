import { actorContext } from '~/actor';
import { languageContext } from '~/i18n/language.server';
import type { PageKeeping } from '~/lib/page-keeping';
import { siteMeta } from '~/site-meta';
import type { Route } from './+types/end-user-agreement.route';
import { LegalText } from './legal-text';
import { loadLegalText } from './legal-text.server';

export const handle = { keep: { tags: ['pages'] } } satisfies PageKeeping;

const slug = 'end-user-agreement';

export function loader({ context }: Route.LoaderArgs) {
  return loadLegalText(context.get(actorContext), slug, context.get(languageContext));
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { title, description } = loaderData;
  return siteMeta(matches, { title, description, path: `/${slug}` });
}

export default function EndUserAgreement({ loaderData }: Route.ComponentProps) {
  return <LegalText {...loaderData} path={`/${slug}`} />;
}
