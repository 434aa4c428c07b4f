import { Form, Link } from 'react-router';
import { throwErrorResponse } from '~/answers/error-response.server';
import { type DecisionState, decisionStates } from '~/features/decisions/records/decision-kinds';
import { nameOfDecision } from '~/features/decisions/records/decision-names';
import { listWaitingProposals } from '~/features/decisions/proposals/proposals.server';
import { WaitingProposals } from '~/features/decisions/proposals/waiting-proposals';
import type { Translate } from '~/i18n/translate';
import { SavedViews } from '~/features/identity/saved-views/saved-views';
import { listSavedViews } from '~/features/identity/saved-views/saved-views.server';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { formatDate, formatInstant, siteZone } from '~/lib/format/format-date';
import { actorContext } from '~/policy/actor';
import { siteMeta } from '~/site/site-meta';
import { Button, ButtonLink } from '~/ui/button';
import { SelectField, TextField } from '~/ui/fields/fields';
import fields from '~/ui/fields/fields.module.css';
import form from '~/ui/form.module.css';
import { type Column, DataTable } from '~/ui/data-table/data-table';
import { TableParameters } from '~/ui/data-table/table-menu';
import { EmptyState } from '~/ui/empty-state';
import type { Route } from './+types/decision-list.route';
import { listRecords, recordQueryOf } from './editor.server';

const path = '/administration/decisions';

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const filter = recordQueryOf(searchParams);
  const actor = context.get(actorContext);
  const [found, proposals] = await Promise.all([
    listRecords(actor, filter),
    listWaitingProposals(actor),
  ]).catch(throwErrorResponse);
  const title = translateIn(context.get(languageContext))('decision-editor.title');
  const views = await listSavedViews(actor, path);
  return { views, ...found, proposals, title, filter };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return loaderData ? siteMeta(matches, { title: loaderData.title, path, noIndex: true }) : [];
}

/** The decisions in all states. */
export default function DecisionList({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  const { title, count, filter } = loaderData;
  return (
    <div className={form.wide}>
      <h1>{title}</h1>
      <p className={fields.row}>
        <ButtonLink to={`${path}/new`} variant="primary">
          {t('decision-editor.new')}
        </ButtonLink>
        <ButtonLink to={`${path}/courts`}>{t('courts.title')}</ButtonLink>
        <ButtonLink to={`${path}/correspondents`}>{t('correspondents.title')}</ButtonLink>
        <ButtonLink to={`${path}/import`}>{t('decision-import.title')}</ButtonLink>
      </p>
      <WaitingProposals proposals={loaderData.proposals} />
      <Filter state={filter.state} search={filter.search} />
      <SavedViews views={loaderData.views} />
      <p role="status">{t('decision.count', { count, number: count })}</p>
      {count > 0 && <RecordTable {...loaderData} />}
      {count === 0 && (
        <EmptyState>
          {t(filter.state || filter.search ? 'decision.none' : 'decision-editor.none')}
        </EmptyState>
      )}
    </div>
  );
}

function Filter({ state, search }: { state: DecisionState | null; search: string }) {
  const t = useTranslate();
  return (
    <Form method="get" className={form.bar} aria-label={t('decision-editor.filter')}>
      <SelectField
        name="state"
        label={t('decision-editor.state')}
        defaultValue={state ?? ''}
        choices={[
          { value: '', label: t('decision-editor.all-states') },
          ...decisionStates.map((value) => ({
            value,
            label: t(`decision-editor.state.${value}`),
          })),
        ]}
      />
      <TextField
        name="search"
        type="search"
        label={t('decision-editor.search')}
        defaultValue={search}
        maxLength={100}
      />
      <TableParameters />
      <Button>{t('decision-editor.apply')}</Button>
    </Form>
  );
}

type Row = Route.ComponentProps['loaderData']['records'][number];

const columnsOf = (t: Translate, language: string): Column<Row>[] => [
  {
    name: 'decision',
    heading: t('decision-editor.decision'),
    isSortable: true,
    cell: (record) => (
      <>
        <Link to={`${path}/${record.id}`}>
          <bdi>{nameOfDecision(record)}</bdi>
        </Link>
        <br />
        {record.identifier}
      </>
    ),
  },
  {
    name: 'court',
    heading: t('decision.facet.court'),
    isSortable: true,
    cell: ({ court }) => court,
  },
  {
    name: 'decided',
    heading: t('decision-editor.decided-on'),
    isSortable: true,
    cell: ({ decidedOn }) => formatDate(decidedOn, language),
  },
  {
    name: 'state',
    heading: t('decision-editor.state'),
    isSortable: true,
    cell: (record) => (
      <>
        {record.mergedInto
          ? t('decision-editor.merged-into', { identifier: record.mergedInto })
          : t(`decision-editor.state.${record.state}`)}
        {record.visibility === 'members' && ` · ${t('decision.members-only')}`}
      </>
    ),
  },
  {
    name: 'changed',
    heading: t('decision-editor.changed'),
    isSortable: true,
    cell: ({ updatedAt }) => formatInstant(updatedAt, language, siteZone),
  },
];

function RecordTable({ title, records, filter, page, pages }: Route.ComponentProps['loaderData']) {
  const t = useTranslate();
  const language = useLanguage();
  return (
    <DataTable
      title={title}
      columns={columnsOf(t, language)}
      rows={records}
      rowKey={({ id }) => id}
      sorting={filter.sorting}
      page={page}
      pages={pages}
      download={{ list: 'decisions' }}
    />
  );
}
