import { actorContext } from '~/policy/actor';
import { listBoard } from '~/features/content/board/board.server';
import { answerGone } from '~/features/content/publishing/publishing.server';
import { languageContext } from '~/i18n/language.server';
import type { CacheableHandle } from '~/answers/page-tags';
import { siteMeta } from '~/site/site-meta';
import type { Route } from './+types/about.route';
import { AboutView } from './about-view';
import { askedLanguage, pageLinks } from '~/site/page-links';
import { withHeadings } from '~/features/writing/rendered-texts/rendered-texts.server';
import { getPage, listPageFiles } from './pages.server';

export const handle = { cache: { tags: ['pages'], query: ['language'] } } satisfies CacheableHandle;

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const asked = askedLanguage(request);
  const language = asked ?? context.get(languageContext);
  const [page, board, files] = await Promise.all([
    getPage(actor, 'about', language).catch((error: unknown) =>
      answerGone(actor, { kind: 'page', slug: 'about', language }, error),
    ),
    listBoard(actor, language),
    listPageFiles(actor, 'about'),
  ]);
  return { page: withHeadings(page), board, files, asked };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { asked, page } = loaderData;
  const { title, description, languages } = page;
  const links = pageLinks('about', { languages, asked });
  return siteMeta(matches, { title, description, ...links });
}

export default function About({ loaderData }: Route.ComponentProps) {
  return <AboutView {...loaderData} />;
}
