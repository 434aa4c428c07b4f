import { Link } from 'react-router';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import type { Translate } from '~/i18n/translate';
import { SavedViews } from '~/features/identity/saved-views/saved-views';
import { listSavedViews } from '~/features/identity/saved-views/saved-views.server';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { formatInstant, siteZone } from '~/lib/format/format-date';
import { siteMeta } from '~/site/site-meta';
import classes from '~/ui/form.module.css';
import { Button, ButtonLink } from '~/ui/button';
import fields from '~/ui/fields/fields.module.css';
import { type Column, DataTable } from '~/ui/data-table/data-table';
import { useStickyActionData } from '~/ui/sticky-action-data';
import type { Route } from './+types/newsletters.route';
import { DraftDeletion } from './draft-deletion/delete-drafts';
import { answerDraftDeletion } from './draft-deletion/draft-deletion.server';
import { versionKey } from '~/ui/data-table/listed-version';
import { listNewsletters, newsletterQueryOf } from './newsletter-list.server';
import { EmptyState } from '~/ui/empty-state';

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const query = newsletterQueryOf(searchParams);
  const actor = context.get(actorContext);
  const found = await listNewsletters(actor, query).catch(throwErrorResponse);
  const title = translateIn(context.get(languageContext))('newsletters.title');
  const views = await listSavedViews(actor, '/administration/newsletters');
  return { views, ...query, ...found, title };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/administration/newsletters', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

/** Deletes the drafts that were ticked, once that is confirmed. */
export async function action({ request, context }: Route.ActionArgs) {
  return answerDraftDeletion(context.get(actorContext), request).catch(throwErrorResponse);
}

/** All newsletters, from which one goes on with each. */
export default function Newsletters({ loaderData, ...route }: Route.ComponentProps) {
  const actionData = useStickyActionData(route.actionData);
  const t = useTranslate();
  const { count } = loaderData;
  return (
    <div className={classes.wide}>
      <h1>{t('newsletters.title')}</h1>
      {actionData && <DraftDeletion answer={actionData} />}
      <p className={fields.row}>
        <ButtonLink to="/administration/newsletters/new">{t('newsletters.new')}</ButtonLink>
        <ButtonLink to="/administration/subscriptions">{t('subscriptions.title')}</ButtonLink>
      </p>
      <SavedViews views={loaderData.views} />
      {count === 0 ? (
        <EmptyState>{t('newsletters.none')}</EmptyState>
      ) : (
        <NewsletterTable {...loaderData} />
      )}
    </div>
  );
}

type Row = Route.ComponentProps['loaderData']['newsletters'][number];

const columnsOf = (t: Translate, language: string): Column<Row>[] => [
  {
    name: 'subject',
    heading: t('newsletter.subject'),
    isSortable: true,
    cell: ({ id, subject }) => <Link to={`/administration/newsletters/${id}`}>{subject}</Link>,
  },
  {
    name: 'list',
    heading: t('newsletter.list'),
    isSortable: true,
    cell: ({ list }) => t(`list.${list}`),
  },
  {
    name: 'state',
    heading: t('newsletter.state'),
    isSortable: true,
    cell: ({ status, sendAt }) => (
      <>
        {t(`newsletter.status.${status}`)}
        {status === 'draft' && sendAt && ` · ${t('newsletter.not-sent')}`}
      </>
    ),
  },
  {
    name: 'time',
    heading: t('newsletter.time'),
    isSortable: true,
    cell: (one) => formatInstant(one.finishedAt ?? one.sendAt ?? one.updatedAt, language, siteZone),
  },
];

function NewsletterTable({
  newsletters,
  sorting,
  page,
  pages,
}: Route.ComponentProps['loaderData']) {
  const t = useTranslate();
  const language = useLanguage();
  return (
    <DataTable
      title={t('newsletters.title')}
      columns={columnsOf(t, language)}
      rows={newsletters}
      rowKey={versionKey}
      bulk={
        newsletters.some(({ status }) => status === 'draft')
          ? {
              rowName: ({ status, subject }) => (status === 'draft' ? subject : null),
              actions: (
                <Button name="intent" value="ask-delete">
                  {t('newsletters.delete-drafts')}
                </Button>
              ),
            }
          : undefined
      }
      sorting={sorting}
      page={page}
      pages={pages}
      download={{ list: 'newsletters' }}
    />
  );
}
