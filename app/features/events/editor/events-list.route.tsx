import { Form, Link } from 'react-router';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { formatWallDate } from '~/lib/format/format-date';
import { siteMeta } from '~/site/site-meta';
import form from '~/ui/form.module.css';
import { Button, ButtonLink } from '~/ui/button';
import { SelectField, TextField } from '~/ui/fields/fields';
import { TableScroll } from '~/ui/table-scroll';
import type { Route } from './+types/events-list.route';
import { listEventsForEditing } from './editor.server';
import { eventTypes } from './event-kinds';
import { type EventFilter, eventFilterSchema } from './event-schemas';
import { StatusPill } from '~/ui/status-pill';
import { publicationTones } from '~/features/content/publishing/publication-kinds';

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const filter = eventFilterSchema.parse(Object.fromEntries(searchParams));
  const rows = await listEventsForEditing(context.get(actorContext), filter).catch(
    throwErrorResponse,
  );
  return { rows, filter, title: translateIn(context.get(languageContext))('event-editor.title') };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/administration/events', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

/** The events of the administration: what is coming, what was, and what is not public yet. */
export default function EventsList({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  const { rows, filter, title } = loaderData;
  return (
    <div className={form.wide}>
      <h1>{title}</h1>
      <p>
        <ButtonLink to="/administration/events/new">{t('event-editor.new')}</ButtonLink>
      </p>
      <Filter filter={filter} />
      <p>{t('event-editor.count', { count: rows.length })}</p>
      {rows.length > 0 && <EventTable rows={rows} title={title} />}
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
      <Button>{t('event-editor.apply')}</Button>
    </Form>
  );
}

type EventTableProps = { rows: Route.ComponentProps['loaderData']['rows']; title: string };

function EventTable({ rows, title }: EventTableProps) {
  const t = useTranslate();
  const language = useLanguage();
  return (
    <TableScroll label={title}>
      <table className={`${form.table} ${form.stacked}`}>
        <thead>
          <tr>
            <th scope="col">{t('event-editor.event-title')}</th>
            <th scope="col">{t('events.when')}</th>
            <th scope="col">{t('event-editor.status')}</th>
            <th scope="col">{t('event-editor.registration')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>
                <Link to={`/administration/events/${row.id}`}>{row.title}</Link>
                <br />
                {t(`events.type.${row.type}`)}
                {row.visibility === 'members' && ` · ${t('events.members-only')}`}
              </td>
              <td data-label={t('events.when')}>{formatWallDate(row.startsAt, language)}</td>
              <td data-label={t('event-editor.status')}>
                <StatusPill tone={publicationTones[row.status]}>
                  {t(`event-editor.status.${row.status}`)}
                </StatusPill>
              </td>
              <td data-label={t('event-editor.registration')}>
                {row.registration === 'internal' ? (
                  <Link to={`/administration/events/${row.id}/registrations`}>
                    {t('event-editor.people', {
                      confirmed: row.confirmed,
                      pending: row.pending,
                      waiting: row.waiting,
                    })}
                  </Link>
                ) : (
                  t(`event-editor.registration.${row.registration}`)
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}
