import { versionKey } from '~/ui/data-table/listed-version';
import { Form, Link } from 'react-router';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import type { Translate } from '~/i18n/translate';
import { SavedViews } from '~/features/identity/saved-views/saved-views';
import { listSavedViews } from '~/features/identity/saved-views/saved-views.server';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { capitalised, formatWallDates } from '~/lib/format/format-date';
import { siteMeta } from '~/site/site-meta';
import form from '~/ui/form.module.css';
import { Button, ButtonLink } from '~/ui/button';
import { SelectField, TextField } from '~/ui/fields/fields';
import { type Column, DataTable } from '~/ui/data-table/data-table';
import { TableParameters } from '~/ui/data-table/table-menu';
import { EmptyState } from '~/ui/empty-state';
import type { Route } from './+types/events-list.route';
import { eventQueryOf, listEventsForEditing } from './editor.server';
import { eventTypes } from './event-kinds';
import type { EventFilter } from './event-schemas';
import { useStickyActionData } from '~/ui/sticky-action-data';
import { StatusPill } from '~/ui/status-pill';
import { answerSelectedEvents } from '~/features/events/selected-events/selected-events.server';
import { SelectedEvents, SelectedSteps } from '~/features/events/selected-events/selected-events';
import { selectedStepsFrom } from '~/features/events/selected-events/selected-steps';
import { publicationTones } from '~/features/content/publishing/publication-kinds';

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const { sorting, page, ...filter } = eventQueryOf(searchParams);
  const actor = context.get(actorContext);
  const found = await listEventsForEditing(actor, { ...filter, sorting, page }).catch(
    throwErrorResponse,
  );
  const title = translateIn(context.get(languageContext))('event-editor.title');
  const views = await listSavedViews(actor, '/administration/events');
  return { views, ...found, filter, sorting, title };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/administration/events', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

/** Publishes or withdraws the events that were ticked, or deletes drafts, once that is confirmed. */
export async function action({ request, context }: Route.ActionArgs) {
  return answerSelectedEvents(context.get(actorContext), request).catch(throwErrorResponse);
}

/** The events of the administration: what is coming, what was, and what is not public yet. */
export default function EventsList({ loaderData, ...route }: Route.ComponentProps) {
  const actionData = useStickyActionData(route.actionData);
  const t = useTranslate();
  const { count, filter, title } = loaderData;
  return (
    <div className={form.wide}>
      <h1>{title}</h1>
      {actionData && <SelectedEvents answer={actionData} />}
      <p>
        <ButtonLink to="/administration/events/new">{t('event-editor.new')}</ButtonLink>
      </p>
      <Filter filter={filter} />
      <SavedViews views={loaderData.views} />
      <p role="status">{t('event-editor.count', { count })}</p>
      {count === 0 ? (
        <EmptyState>{t('event-editor.none')}</EmptyState>
      ) : (
        <EventTable {...loaderData} />
      )}
    </div>
  );
}

function Filter({ filter }: { filter: EventFilter }) {
  const t = useTranslate();
  const shown = ['upcoming', 'past', 'drafts', 'archived', 'all'] as const;
  return (
    <Form method="get" className={form.bar} role="search" key={JSON.stringify(filter)}>
      <SelectField
        name="show"
        label={t('event-editor.show')}
        defaultValue={filter.show}
        choices={shown.map((one) => ({ value: one, label: t(`event-editor.show.${one}`) }))}
      />
      <SelectField
        name="type"
        label={t('event-editor.type')}
        defaultValue={filter.type}
        choices={[
          { value: '', label: t('event-editor.any') },
          ...eventTypes.map((type) => ({ value: type, label: t(`events.type.${type}`) })),
        ]}
      />
      <TextField
        name="search"
        type="search"
        label={t('event-editor.search')}
        defaultValue={filter.search}
        maxLength={100}
      />
      <TableParameters />
      <Button>{t('event-editor.apply')}</Button>
    </Form>
  );
}

type Row = Route.ComponentProps['loaderData']['rows'][number];

const columnsOf = (t: Translate, language: string): Column<Row>[] => [
  {
    name: 'title',
    heading: t('event-editor.event-title'),
    isSortable: true,
    cell: (row) => (
      <>
        <Link to={`/administration/events/${row.id}`}>{row.title}</Link>
        <br />
        {t(`events.type.${row.type}`)}
        {row.visibility === 'members' && ` · ${t('events.members-only')}`}
      </>
    ),
  },
  {
    name: 'when',
    heading: t('events.when'),
    isSortable: true,
    cell: ({ startsAt, endsAt }) =>
      capitalised(formatWallDates(startsAt, endsAt, language), language),
  },
  {
    name: 'status',
    heading: t('event-editor.status'),
    isSortable: true,
    cell: ({ status }) => (
      <StatusPill tone={publicationTones[status]}>{t(`event-editor.status.${status}`)}</StatusPill>
    ),
  },
  {
    name: 'registration',
    heading: t('event-editor.registration'),
    cell: (row) =>
      row.registration === 'internal' ? (
        <Link to={`/administration/events/${row.id}/registrations`}>
          {t('event-editor.people', {
            count: row.confirmed,
            pending: row.pending,
            waiting: row.waiting,
          })}
        </Link>
      ) : (
        t(`event-editor.registration.${row.registration}`)
      ),
  },
];

function EventTable({ rows, title, ...list }: Route.ComponentProps['loaderData']) {
  const t = useTranslate();
  const language = useLanguage();
  return (
    <DataTable
      title={title}
      columns={columnsOf(t, language)}
      rows={rows}
      rowKey={versionKey}
      bulk={
        rows.some(({ status }) => selectedStepsFrom(status).length > 0)
          ? {
              rowName: ({ status, title: name, startsAt, endsAt }) =>
                selectedStepsFrom(status).length > 0
                  ? `${name}, ${formatWallDates(startsAt, endsAt, language)}`
                  : null,
              actions: <SelectedSteps rows={rows} />,
            }
          : undefined
      }
      sorting={list.sorting}
      page={list.page}
      pages={list.pages}
      download={{ list: 'events' }}
    />
  );
}
