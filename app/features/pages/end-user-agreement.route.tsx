import { actorContext } from '~/actor';
import { showErrorPage } from '~/error-response.server';
import { languageContext } from '~/i18n/language.server';
import type { PageKeeping } from '~/lib/page-keeping';
import { siteMeta } from '~/site-meta';
import type { Route } from './+types/end-user-agreement.route';
import { LegalText } from './legal-text';
import { getPage } from './pages.server';

export const handle = { keep: { tags: ['pages'] } } satisfies PageKeeping;

export async function loader({ context }: Route.LoaderArgs) {
  const language = context.get(languageContext);
  return getPage(context.get(actorContext), 'end-user-agreement', language).catch(showErrorPage);
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { title, description } = loaderData;
  return siteMeta(matches, { title, description, path: '/end-user-agreement' });
}

export default function EndUserAgreement({ loaderData }: Route.ComponentProps) {
  const { title, effectiveOn, body } = loaderData;
  return <LegalText title={title} effectiveOn={effectiveOn} body={body} />;
}
