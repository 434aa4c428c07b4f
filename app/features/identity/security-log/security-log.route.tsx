import { Form } from 'react-router';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { languageContext } from '~/i18n/language.server';
import { useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { siteMeta } from '~/site/site-meta';
import { Button } from '~/ui/button';
import { DataTable } from '~/ui/data-table/data-table';
import { LogPages } from '~/ui/data-table/log-pages';
import { TableParameters } from '~/ui/data-table/table-menu';
import { SelectField } from '~/ui/fields/fields';
import classes from '~/ui/form.module.css';
import type { Route } from './+types/security-log.route';
import { DayRangeFields } from '~/features/identity/audit/day-range-fields';
import { listSavedViews } from '~/features/identity/saved-views/saved-views.server';
import { SavedViews } from '~/features/identity/saved-views/saved-views';
import { listSecurityEvents, securityFilterSchema } from './security-log.server';
import { useSecurityColumns } from './security-table';
import { EmptyState } from '~/ui/empty-state';

const path = '/administration/security';

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const filter = securityFilterSchema.parse(Object.fromEntries(searchParams));
  const actor = context.get(actorContext);
  const [found, views] = await Promise.all([
    listSecurityEvents(actor, filter),
    listSavedViews(actor, path),
  ]).catch(throwErrorResponse);
  const title = translateIn(context.get(languageContext))('security-log.title');
  const { outcome = '', from, to } = filter;
  return { ...found, views, filter: { outcome, from, to }, title };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return loaderData ? siteMeta(matches, { title: loaderData.title, path, noIndex: true }) : [];
}

/** Sign-ins, refusals and changes that bear on the safety of the site. */
export default function SecurityLog({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  const columns = useSecurityColumns();
  const { events, next, filter } = loaderData;
  return (
    <div className={classes.wide}>
      <h1>{t('security-log.title')}</h1>
      <p>{t('security-log.text')}</p>
      <Form method="get" className={classes.filter} role="search" key={JSON.stringify(filter)}>
        <SelectField
          name="outcome"
          label={t('security-log.outcome')}
          defaultValue={filter.outcome}
          choices={[
            { value: '', label: t('security-log.all') },
            { value: 'success', label: t('security-log.outcome.success') },
            { value: 'failure', label: t('security-log.outcome.failure') },
            { value: 'refused', label: t('security-log.outcome.refused') },
          ]}
        />
        <DayRangeFields from={filter.from} to={filter.to} />
        <TableParameters />
        <Button variant="primary">{t('applications.apply')}</Button>
      </Form>
      <SavedViews views={loaderData.views} />
      {events.length === 0 ? (
        <>
          <EmptyState>{t('security-log.none')}</EmptyState>
          <LogPages older={null} />
        </>
      ) : (
        <DataTable
          title={t('security-log.title')}
          columns={columns}
          rows={events}
          rowKey={({ id }) => id}
          older={next}
          download={{ list: 'security', asksReason: true }}
        />
      )}
    </div>
  );
}
