import { Form, Link } from 'react-router';
import { actorContext } from '~/policy/actor';
import { config } from '~/config/config.server';
import { throwErrorResponse } from '~/answers/error-response.server';
import type { Translate } from '~/i18n/translate';
import { SavedViews } from '~/features/identity/saved-views/saved-views';
import { listSavedViews } from '~/features/identity/saved-views/saved-views.server';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { formatInstant, siteZone } from '~/lib/format/format-date';
import { redirectWithNotice } from '~/answers/notices.server';
import { siteMeta } from '~/site/site-meta';
import { Button } from '~/ui/button';
import { SelectField } from '~/ui/fields/fields';
import classes from '~/ui/form.module.css';
import { type Column, DataTable } from '~/ui/data-table/data-table';
import { TableParameters } from '~/ui/data-table/table-menu';
import { selectedRows } from '~/ui/data-table/selected-rows';
import { EmptyState } from '~/ui/empty-state';
import type { Route } from './+types/errors.route';
import { shownStates } from './error-states';
import { faultQueryOf, listErrorGroups, setErrorStates } from './error-tracking.server';

const outcomes = ['resolved', 'ignored', 'open'] as const;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const { filter, sorting } = faultQueryOf(searchParams);
  const actor = context.get(actorContext);
  const list = await listErrorGroups(actor, filter, sorting).catch(throwErrorResponse);
  const title = translateIn(context.get(languageContext))('errors.title');
  const views = await listSavedViews(actor, '/administration/errors');
  return { views, ...list, filter, sorting, title, isOn: config().flags.errorTracking };
}

/** Says of all that were ticked what has become of them. */
export async function action({ request, context }: Route.ActionArgs) {
  const back = `/administration/errors${new URL(request.url).search}`;
  const chosen = selectedRows(await request.formData(), outcomes);
  if (!chosen) {
    return redirectWithNotice(back, { kind: 'error', key: 'error.nothing-selected' });
  }
  const actor = context.get(actorContext);
  await setErrorStates(actor, chosen.selected, chosen.intent).catch(throwErrorResponse);
  return redirectWithNotice(back, { kind: 'success', key: 'success.error-states' });
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/administration/errors', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

/** Errors of browsers, server and jobs, those of one fault together. */
export default function Errors({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  const { filter, count, isOn } = loaderData;
  return (
    <div className={classes.wide}>
      <h1>{t('errors.title')}</h1>
      <p>{t(isOn ? 'errors.intro' : 'errors.off')}</p>
      <Form method="get" className={classes.filter} role="search">
        <SelectField
          key={filter.state}
          name="state"
          label={t('errors.state')}
          defaultValue={filter.state}
          choices={shownStates.map((state) => ({
            value: state,
            label: t(`errors.state.${state}`),
          }))}
        />
        <TableParameters />
        <Button>{t('applications.apply')}</Button>
      </Form>
      <SavedViews views={loaderData.views} />
      <p>{t('errors.count', { count })}</p>
      {count === 0 ? <EmptyState>{t('errors.none')}</EmptyState> : <GroupTable {...loaderData} />}
    </div>
  );
}

type Row = Route.ComponentProps['loaderData']['rows'][number];

const columnsOf = (t: Translate, language: string): Column<Row>[] => [
  {
    name: 'message',
    heading: t('errors.message'),
    isSortable: true,
    cell: ({ id, message }) => (
      <Link to={`/administration/errors/${id}`}>{message.slice(0, 160)}</Link>
    ),
  },
  {
    name: 'kind',
    heading: t('errors.kind'),
    isSortable: true,
    cell: ({ kind }) => t(`errors.kind.${kind}`),
  },
  { name: 'times', heading: t('errors.times'), isSortable: true, cell: ({ count }) => count },
  {
    name: 'first',
    heading: t('errors.first-seen'),
    isSortable: true,
    cell: ({ firstSeenAt }) => formatInstant(firstSeenAt, language, siteZone),
  },
  {
    name: 'last',
    heading: t('errors.last-seen'),
    isSortable: true,
    cell: ({ lastSeenAt }) => formatInstant(lastSeenAt, language, siteZone),
  },
  {
    name: 'version',
    heading: t('errors.version'),
    cell: ({ lastVersion }) => lastVersion ?? '–',
  },
  {
    name: 'state',
    heading: t('errors.state'),
    isSortable: true,
    cell: ({ state }) => t(`errors.state.${state}`),
  },
];

function GroupTable({ rows, sorting, page, pages }: Route.ComponentProps['loaderData']) {
  const t = useTranslate();
  const language = useLanguage();
  return (
    <DataTable
      title={t('errors.title')}
      columns={columnsOf(t, language)}
      rows={rows}
      rowKey={({ id }) => id}
      sorting={sorting}
      page={page}
      pages={pages}
      download={{ list: 'errors' }}
      bulk={{
        rowName: ({ message }) => message.slice(0, 160),
        actions: outcomes.map((state) => (
          <Button key={state} name="intent" value={state}>
            {t(`errors.set.${state}`)}
          </Button>
        )),
      }}
    />
  );
}
