import { actorContext } from '~/actor';
import { answerAbsent } from '~/features/publishing/publishing.server';
import { languageContext } from '~/i18n/language.server';
import type { PageKeeping } from '~/lib/page-keeping';
import { siteMeta } from '~/site-meta';
import type { Route } from './+types/about.route';
import { AboutView } from './about-view';
import { getPage, listBoard, listPageFiles } from './pages.server';

export const handle = { keep: { tags: ['pages'] } } satisfies PageKeeping;

export async function loader({ context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const language = context.get(languageContext);
  const [page, board, files] = await Promise.all([
    getPage(actor, 'about', language).catch((error: unknown) =>
      answerAbsent(actor, { kind: 'page', slug: 'about' }, error),
    ),
    listBoard(actor),
    listPageFiles(actor, 'about'),
  ]);
  return { page, board, files };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { title, description } = loaderData.page;
  return siteMeta(matches, { title, description, path: '/about' });
}

export default function About({ loaderData }: Route.ComponentProps) {
  return <AboutView {...loaderData} />;
}
