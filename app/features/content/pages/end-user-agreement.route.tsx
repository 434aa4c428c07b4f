import { actorContext } from '~/policy/actor';
import { languageContext } from '~/i18n/language.server';
import type { CacheableHandle } from '~/answers/page-tags';
import { siteMeta } from '~/site/site-meta';
import type { Route } from './+types/end-user-agreement.route';
import { LegalText } from './legal-text';
import { loadLegalText } from './legal-text.server';
import { askedLanguage, pageLinks } from '~/site/page-links';

export const handle = { cache: { tags: ['pages'], query: ['language'] } } satisfies CacheableHandle;

const slug = 'end-user-agreement';

export function loader({ request, context }: Route.LoaderArgs) {
  const place = { slug, asked: askedLanguage(request), language: context.get(languageContext) };
  return loadLegalText(context.get(actorContext), place);
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { title, description } = loaderData;
  return siteMeta(matches, { title, description, ...pageLinks(slug, loaderData) });
}

export default function EndUserAgreement({ loaderData }: Route.ComponentProps) {
  return <LegalText {...loaderData} slug={slug} path={`/${slug}`} />;
}
