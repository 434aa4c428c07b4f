import { Form, Link } from 'react-router';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import type { Translate } from '~/i18n/translate';
import { SavedViews } from '~/features/identity/saved-views/saved-views';
import { listSavedViews } from '~/features/identity/saved-views/saved-views.server';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { countryName } from '~/lib/format/display-names';
import { formatDate } from '~/lib/format/format-date';
import { redirectWithNotice } from '~/answers/notices.server';
import { siteMeta } from '~/site/site-meta';
import { Button } from '~/ui/button';
import { SelectField, TextField } from '~/ui/fields/fields';
import classes from '~/ui/form.module.css';
import { type Column, DataTable } from '~/ui/data-table/data-table';
import { TableParameters } from '~/ui/data-table/table-menu';
import { selectedRows } from '~/ui/data-table/selected-rows';
import { EmptyState } from '~/ui/empty-state';
import { useLive } from '~/ui/live/use-live';
import type { Route } from './+types/applications.route';
import own from './application.module.css';
import { listApplications, queueQueryOf } from './application-queue.server';
import { applicationStates, isDecidable } from '~/features/membership/application-states';
import { takeCharge } from './application-review.server';
import { isMemberCategory } from '~/features/membership/member-categories';
import { ApplicationStatus } from './application-standing';

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const actor = context.get(actorContext);
  const { filter, sorting } = queueQueryOf(searchParams);
  const found = await listApplications(actor, filter, sorting).catch(throwErrorResponse);
  const title = translateIn(context.get(languageContext))('applications.title');
  const views = await listSavedViews(actor, '/administration/applications');
  return { views, ...found, title, filter, sorting };
}

/** Assigns those that were ticked to the actor. */
export async function action({ request, context }: Route.ActionArgs) {
  const back = `/administration/applications${new URL(request.url).search}`;
  const chosen = selectedRows(await request.formData(), ['take-charge']);
  if (!chosen) return redirectWithNotice(back, { kind: 'error', key: 'error.nothing-selected' });
  const looked = chosen.selected.map((key) => {
    const [id = '', version] = key.split('/');
    return { id, version: Number(version) };
  });
  const areAll = await takeCharge(context.get(actorContext), looked).catch(throwErrorResponse);
  return redirectWithNotice(
    back,
    areAll
      ? { kind: 'success', key: 'success.applications-taken' }
      : { kind: 'error', key: 'error.some-changed' },
  );
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/administration/applications', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

/** The queue of applications, those that wait longest first; it follows what others do. */
export default function Applications({ loaderData }: Route.ComponentProps) {
  useLive('/administration/applications/live');
  const t = useTranslate();
  const { filter, count } = loaderData;
  const states = applicationStates.filter((state) => state !== 'submitted-unconfirmed');
  return (
    <div className={classes.wide}>
      <h1>{t('applications.title')}</h1>
      <Form method="get" className={classes.filter} role="search">
        <SelectField
          key={filter.state}
          name="state"
          label={t('applications.show')}
          defaultValue={filter.state}
          choices={[
            { value: 'open', label: t('applications.open') },
            { value: 'waiting', label: t('applications.waiting') },
            { value: 'mine', label: t('applications.mine') },
            { value: 'all', label: t('applications.all') },
          ]}
          groups={[
            {
              label: t('applications.by-state'),
              choices: states.map((state) => ({
                value: state,
                label: t(`application.state.${state}`),
              })),
            },
          ]}
        />
        <TextField
          key={filter.search}
          name="search"
          type="search"
          label={t('applications.search')}
          defaultValue={filter.search}
          maxLength={100}
        />
        <TableParameters />
        <Button>{t('applications.apply')}</Button>
      </Form>
      <SavedViews views={loaderData.views} />
      <p role="status">{t('applications.count', { count })}</p>
      {count === 0 ? (
        <EmptyState>{t('applications.none')}</EmptyState>
      ) : (
        <QueueTable {...loaderData} />
      )}
    </div>
  );
}

type QueueTableProps = Pick<
  Route.ComponentProps['loaderData'],
  'rows' | 'page' | 'pages' | 'sorting'
>;

type Row = Route.ComponentProps['loaderData']['rows'][number];

const columnsOf = (t: Translate, language: string): Column<Row>[] => [
  {
    name: 'name',
    heading: t('users.name'),
    isSortable: true,
    cell: (row) => (
      <>
        <Link to={`/administration/applications/${row.id}`}>
          {row.lastName ? `${row.lastName}, ${row.firstName}` : t('applications.anonymous')}
        </Link>
        {row.isExample && ` (${t('example.person')})`}
        <br />
        <span className={own.meta}>{row.courtName}</span>
      </>
    ),
  },
  {
    name: 'category',
    heading: t('application.short.memberCategory'),
    isSortable: true,
    cell: ({ memberCategory }) =>
      isMemberCategory(memberCategory)
        ? t(`membership.category.${memberCategory}`)
        : memberCategory,
  },
  {
    name: 'country',
    heading: t('application.short.country'),
    isSortable: true,
    cell: ({ country }) => countryName(country, language),
  },
  {
    name: 'state',
    heading: t('applications.state'),
    isSortable: true,
    cell: (row) => (
      <>
        <ApplicationStatus status={row.status} anonymisedAt={row.anonymisedAt} />
        {row.hasFirstApproval && row.status === 'under-review' && (
          <>
            <br />
            <span className={own.meta}>{t('applications.one-approval')}</span>
          </>
        )}
      </>
    ),
  },
  {
    name: 'since',
    heading: t('applications.state-since'),
    isSortable: true,
    cell: ({ statusSince }) => formatDate(statusSince, language),
  },
  {
    name: 'assigned',
    heading: t('applications.assigned'),
    cell: ({ assignee }) => assignee ?? t('applications.nobody'),
  },
];

function QueueTable({ rows, page, pages, sorting }: QueueTableProps) {
  const t = useTranslate();
  const language = useLanguage();
  return (
    <DataTable
      title={t('applications.title')}
      columns={columnsOf(t, language)}
      rows={rows}
      rowKey={({ id, version }) => `${id}/${version}`}
      sorting={sorting}
      page={page}
      pages={pages}
      download={{ list: 'applications', asksReason: true }}
      bulk={{
        // Of one that is decided or anonymised nothing is left to do.
        rowName: ({ status, firstName, lastName }) =>
          isDecidable(status) && lastName ? `${firstName} ${lastName}` : null,
        actions: (
          <Button name="intent" value="take-charge">
            {t('applications.take-charge')}
          </Button>
        ),
      }}
    />
  );
}
