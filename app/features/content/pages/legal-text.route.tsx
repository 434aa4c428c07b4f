import { actorContext } from '~/policy/actor';
import { languageContext } from '~/i18n/language.server';
import type { CacheableHandle } from '~/answers/page-tags';
import { siteMeta } from '~/site/site-meta';
import type { Route } from './+types/legal-text.route';
import { LegalText } from './legal-text';
import { loadLegalText, slugAt } from './legal-text.server';
import { askedLanguage, pageLinks } from '~/site/page-links';

export const handle = { cache: { tags: ['pages'], query: ['language'] } } satisfies CacheableHandle;

/** The privacy policy or the end-user agreement, as the address says. */
export function loader({ request, context, pattern }: Route.LoaderArgs) {
  const slug = slugAt(pattern);
  const place = { slug, asked: askedLanguage(request), language: context.get(languageContext) };
  return loadLegalText(context.get(actorContext), place);
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { slug, title, description } = loaderData;
  return siteMeta(matches, { title, description, ...pageLinks(slug, loaderData) });
}

export default function LegalTextPage({ loaderData }: Route.ComponentProps) {
  return <LegalText {...loaderData} path={`/${loaderData.slug}`} />;
}
