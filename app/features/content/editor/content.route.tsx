import { Form, Link, useSubmit } from 'react-router';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import type { Translate } from '~/i18n/translate';
import { SavedViews } from '~/features/identity/saved-views/saved-views';
import { listSavedViews } from '~/features/identity/saved-views/saved-views.server';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { formatInstant, siteZone } from '~/lib/format/format-date';
import { languageName } from '~/lib/format/display-names';
import { siteMeta } from '~/site/site-meta';
import form from '~/ui/form.module.css';
import { Button, ButtonLink } from '~/ui/button';
import { SelectField, TextField } from '~/ui/fields/fields';
import fields from '~/ui/fields/fields.module.css';
import { type Column, DataTable } from '~/ui/data-table/data-table';
import { TableParameters } from '~/ui/data-table/table-menu';
import { EmptyState } from '~/ui/empty-state';
import type { Route } from './+types/content.route';
import { editPath } from '~/features/content/publishing/publication-kinds';
import {
  contentLanguages,
  listTextPage,
  textQueryOf,
} from '~/features/content/publishing/texts.server';
import { DraftDeletion } from '~/features/content/draft-deletion/delete-drafts';
import { answerDraftDeletion } from '~/features/content/draft-deletion/draft-deletion.server';
import { draftKey } from '~/features/content/draft-deletion/draft-key';
import { useStickyActionData } from '~/ui/sticky-action-data';
import { StatusText } from './status-text';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const { searchParams } = new URL(request.url);
  const languages = await contentLanguages(actor).catch(throwErrorResponse);
  const { filter, ...list } = textQueryOf(searchParams, languages);
  const { kind = '', status = '', language = '', search = '' } = filter;
  const views = await listSavedViews(actor, '/administration/content');
  return {
    views,
    title: translateIn(context.get(languageContext))('content.title'),
    ...list,
    ...(await listTextPage(actor, filter, list)),
    languages,
    chosen: { kind, status, language, search },
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/administration/content', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

/** Deletes the drafts that were ticked, once that is confirmed. */
export async function action({ request, context }: Route.ActionArgs) {
  return answerDraftDeletion(context.get(actorContext), request).catch(throwErrorResponse);
}

/** News, articles, pages and texts of the site, with their states. */
export default function Content({ loaderData, ...route }: Route.ComponentProps) {
  const actionData = useStickyActionData(route.actionData);
  const t = useTranslate();
  const { count } = loaderData;
  return (
    <div className={form.wide}>
      <h1>{loaderData.title}</h1>
      {actionData && <DraftDeletion answer={actionData} />}
      <p className={fields.row}>
        <ButtonLink to="/administration/content/new?kind=news">{t('content.new-news')}</ButtonLink>
        <ButtonLink to="/administration/content/new?kind=article">
          {t('content.new-article')}
        </ButtonLink>
        <ButtonLink to="/administration/content/new?kind=page">{t('content.new-page')}</ButtonLink>
        <ButtonLink to="/administration/content/board">{t('board.title')}</ButtonLink>
        <ButtonLink to="/administration/content/redirects">{t('redirects.title')}</ButtonLink>
      </p>
      <Filter {...loaderData} />
      <SavedViews views={loaderData.views} />
      <p role="status">{t('content.count', { count })}</p>
      {count === 0 ? <EmptyState>{t('content.none')}</EmptyState> : <TextTable {...loaderData} />}
    </div>
  );
}

type Data = Route.ComponentProps['loaderData'];

function Filter({ languages, chosen }: Data) {
  const t = useTranslate();
  const language = useLanguage();
  const submit = useSubmit();
  const all = { value: '', label: t('content.all') };
  return (
    <Form
      method="get"
      className={form.bar}
      aria-label={t('content.filter')}
      onChange={({ target, currentTarget }) => {
        // Words are sent when they are all there.
        if (target instanceof HTMLSelectElement)
          void submit(currentTarget, { preventScrollReset: true });
      }}
    >
      <SelectField
        name="kind"
        label={t('content.kind')}
        defaultValue={chosen.kind}
        choices={[
          all,
          { value: 'news', label: t('content.kind.news') },
          { value: 'article', label: t('content.kind.article') },
          { value: 'page', label: t('content.kind.page') },
          { value: 'event-translation', label: t('content.kind.event-translation') },
          { value: 'board-member', label: t('content.kind.board-member') },
        ]}
      />
      <SelectField
        name="status"
        label={t('content.status')}
        defaultValue={chosen.status}
        choices={[
          all,
          ...(['draft', 'scheduled', 'published', 'archived'] as const).map((status) => ({
            value: status,
            label: t(`content.status.${status}`),
          })),
        ]}
      />
      <SelectField
        name="language"
        label={t('content.language')}
        defaultValue={chosen.language}
        choices={[
          all,
          ...languages.map((code) => ({ value: code, label: languageName(code, language) })),
        ]}
      />
      <TextField
        name="search"
        type="search"
        label={t('content.search')}
        defaultValue={chosen.search}
        maxLength={100}
      />
      <TableParameters />
      <Button>{t('news.apply')}</Button>
    </Form>
  );
}

type Row = Route.ComponentProps['loaderData']['texts'][number];

const columnsOf = (t: Translate, language: string): Column<Row>[] => [
  {
    name: 'text',
    heading: t('content.text'),
    isSortable: true,
    cell: (text) => (
      <Link to={editPath(text.kind, text.id)} lang={text.language}>
        {text.title}
      </Link>
    ),
  },
  {
    name: 'kind',
    heading: t('content.kind'),
    isSortable: true,
    cell: ({ isSiteText, kind }) =>
      t(isSiteText ? 'content.kind.site-text' : `content.kind.${kind}`),
  },
  {
    name: 'language',
    heading: t('content.language'),
    isSortable: true,
    cell: (text) => languageName(text.language, language),
  },
  {
    name: 'status',
    heading: t('content.status'),
    isSortable: true,
    cell: (text) => (
      <>
        <StatusText {...text} hasChanges={text.pendingAt !== null} />
        {(text.changesAt ?? text.status === 'scheduled') && (
          <> {formatInstant(text.changesAt ?? text.publishAt, language, siteZone)}</>
        )}
      </>
    ),
  },
  {
    name: 'changed',
    heading: t('content.changed'),
    isSortable: true,
    cell: ({ updatedAt }) => formatInstant(updatedAt, language, siteZone),
  },
];

function TextTable({ title, texts, sorting, page, pages }: Data) {
  const t = useTranslate();
  const language = useLanguage();
  return (
    <DataTable
      title={title}
      columns={columnsOf(t, language)}
      rows={texts}
      rowKey={draftKey}
      sorting={sorting}
      page={page}
      pages={pages}
      download={{ list: 'content' }}
      bulk={
        texts.some(({ status }) => status === 'draft')
          ? {
              rowName: ({ status, title: name }) => (status === 'draft' ? name : null),
              actions: (
                <Button name="intent" value="ask-delete">
                  {t('content.delete-drafts')}
                </Button>
              ),
            }
          : undefined
      }
    />
  );
}
