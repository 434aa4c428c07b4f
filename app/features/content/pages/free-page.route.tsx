import type { CacheableHandle } from '~/answers/page-tags';
import { answerGone } from '~/features/content/publishing/publishing.server';
import { withHeadings } from '~/features/writing/rendered-texts/rendered-texts.server';
import { languageContext } from '~/i18n/language.server';
import { freePageSlug } from '~/lib/addresses/public-path';
import { actorContext } from '~/policy/actor';
import { askedLanguage, pageLinks } from '~/site/page-links';
import { siteMeta } from '~/site/site-meta';
import type { Route } from './+types/free-page.route';
import { FreePageView } from './free-page-view';
import { getPage } from './pages.server';

export const handle = { cache: { tags: ['pages'], query: ['language'] } } satisfies CacheableHandle;

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const asked = askedLanguage(request);
  const language = asked ?? context.get(languageContext);
  const slug = freePageSlug(params.slug);
  const page = await getPage(actor, slug, language).catch((error: unknown) =>
    answerGone(actor, { kind: 'page', slug, language, asked }, error),
  );
  return { page: withHeadings(page), asked };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { asked, page } = loaderData;
  const { slug, title, description, languages } = page;
  return siteMeta(matches, { title, description, ...pageLinks(slug, { languages, asked }) });
}

export default function FreePage({ loaderData }: Route.ComponentProps) {
  return <FreePageView page={loaderData.page} />;
}
