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
import { CitedInDocument } from '~/features/decisions/mentions/cited-in-document';
import { WithDecisionCards } from '~/features/decisions/mentions/citing-text';
import { linkPreview, listCitedIn } from '~/features/decisions/mentions/mentions.server';
import { DocumentFacts } from '~/features/library/documents/document-facts';
import { DocumentHead } from '~/features/library/documents/document-head';
import {
  loadDocumentPage,
  restoreFromForm,
} from '~/features/library/documents/document-page.server';
import { Preview } from '~/features/library/preview/preview';
import classes from '~/features/library/preview/preview.module.css';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  if (!isUuid(params.document)) throw data('error.not-found', { status: 404 });
  const search = new URL(request.url).searchParams;
  const asked = { search, language: context.get(languageContext) };
  const actor = context.get(actorContext);
  const document = await loadDocumentPage(actor, params.document, asked).catch(throwErrorResponse);
  const cited = await listCitedIn(actor, params.document).catch(throwErrorResponse);
  const content = await linkPreview(actor, document.content);
  return { ...document, content, cited };
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
  const preview = <Preview key={document.id} document={document} />;
  const place = document.parent ? `/${document.parent}` : '';
  useLive(`/intranet/live/${document.collection}${place}`, mayLoadAgain);
  return (
    <div className={reading.page}>
      <DocumentHead document={document} />
      <div className={classes.layout}>
        {['pdf', 'word', 'text'].includes(document.content.kind) ? (
          <WithDecisionCards>{preview}</WithDecisionCards>
        ) : (
          preview
        )}
        <aside className={classes.aside}>
          <DocumentFacts document={document} answer={actionData}>
            <CitedInDocument {...document.cited} />
          </DocumentFacts>
          <p>
            <Link to={`/search?collection=${document.collection}`}>{t('intranet.search')}</Link>
          </p>
        </aside>
      </div>
    </div>
  );
}
