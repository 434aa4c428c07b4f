import { data, Link } from 'react-router';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { useTranslate } from '~/i18n/translation-context';
import { languageContext } from '~/i18n/language.server';
import { isUuid } from '~/lib/is-uuid';
import { mayLoadAgain } from '~/site/session-state';
import { siteMeta } from '~/site/site-meta';
import { useLive } from '~/ui/live/use-live';
import reading from '~/ui/reading.module.css';
import { useStickyActionData } from '~/ui/sticky-action-data';
import type { Route } from './+types/document.route';
import { DocumentFacts } from './document-facts';
import { DocumentHead } from './document-head';
import { Preview } from '~/features/library/preview/preview';
import { loadDocumentPage, restoreFromForm } from './document-page.server';
import classes from '~/features/library/preview/preview.module.css';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  if (!isUuid(params.document)) throw data('error.not-found', { status: 404 });
  const search = new URL(request.url).searchParams;
  const asked = { search, language: context.get(languageContext) };
  return loadDocumentPage(context.get(actorContext), params.document, asked).catch(
    throwErrorResponse,
  );
}

export async function action({ request, params, context }: Route.ActionArgs) {
  if (!isUuid(params.document)) throw data('error.not-found', { status: 404 });
  const form = await request.formData();
  return restoreFromForm(context.get(actorContext), params.document, form).catch(
    throwErrorResponse,
  );
}

export function meta({ loaderData, matches, params }: Route.MetaArgs) {
  const page = { path: `/intranet/documents/${params.document}`, noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

export default function DocumentPage({ loaderData, ...route }: Route.ComponentProps) {
  const actionData = useStickyActionData(route.actionData);
  const t = useTranslate();
  const document = loaderData;
  const place = document.parent ? `/${document.parent}` : '';
  useLive(`/intranet/live/${document.collection}${place}`, mayLoadAgain);
  return (
    <div className={reading.page}>
      <DocumentHead document={document} />
      <div className={classes.layout}>
        <Preview key={document.id} document={document} />
        <aside className={classes.aside}>
          <DocumentFacts document={document} answer={actionData} />
          <p>
            <Link to={`/search?collection=${document.collection}`}>{t('intranet.search')}</Link>
          </p>
        </aside>
      </div>
    </div>
  );
}
