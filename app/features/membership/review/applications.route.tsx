import { Form, Link } from 'react-router';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { countryName } from '~/lib/format/display-names';
import { formatDate } from '~/lib/format/format-date';
import { siteMeta } from '~/site/site-meta';
import { Button } from '~/ui/button';
import { SelectField, TextField } from '~/ui/fields/fields';
import classes from '~/ui/form.module.css';
import { pageAddress, Pagination } from '~/ui/pagination';
import { TableScroll } from '~/ui/table-scroll';
import { useLive } from '~/ui/live/use-live';
import type { Route } from './+types/applications.route';
import own from './application.module.css';
import { listApplications, queueFilterSchema } from './application-queue.server';
import { applicationStates } from '~/features/membership/application-states';
import { isMemberCategory } from '~/features/membership/member-categories';
import { StatusPill } from '~/ui/status-pill';
import { applicationTones } from '~/features/membership/application-states';

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const filter = queueFilterSchema.parse(Object.fromEntries(searchParams));
  const actor = context.get(actorContext);
  const { rows, total, pages } = await listApplications(actor, filter).catch(throwErrorResponse);
  const title = translateIn(context.get(languageContext))('applications.title');
  return { title, filter, rows, total, pages };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/administration/applications', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

/** The queue of applications, those that wait longest first; it follows what others do. */
export default function Applications({ loaderData }: Route.ComponentProps) {
  useLive('/administration/applications/live');
  const t = useTranslate();
  const { filter, rows, total, pages } = loaderData;
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
        <Button>{t('applications.apply')}</Button>
      </Form>
      <p role="status">{t('applications.count', { count: total })}</p>
      {rows.length > 0 && <QueueTable rows={rows} />}
      <Pagination
        page={filter.page}
        pages={pages}
        address={pageAddress({ state: filter.state, search: filter.search })}
      />
    </div>
  );
}

function QueueTable({ rows }: { rows: Route.ComponentProps['loaderData']['rows'] }) {
  const t = useTranslate();
  const language = useLanguage();
  return (
    <TableScroll label={t('applications.title')}>
      <table className={`${classes.table} ${classes.stacked}`}>
        <thead>
          <tr>
            <th scope="col">{t('users.name')}</th>
            <th scope="col">{t('application.short.memberCategory')}</th>
            <th scope="col">{t('application.short.country')}</th>
            <th scope="col">{t('applications.state')}</th>
            <th scope="col">{t('applications.state-since')}</th>
            <th scope="col">{t('applications.assigned')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>
                <Link to={`/administration/applications/${row.id}`}>
                  {row.lastName ? `${row.lastName}, ${row.firstName}` : t('applications.anonymous')}
                </Link>
                {row.isExample && ` (${t('example.person')})`}
                <br />
                <span className={own.meta}>{row.courtName}</span>
              </td>
              <td data-label={t('application.short.memberCategory')}>
                {isMemberCategory(row.memberCategory)
                  ? t(`membership.category.${row.memberCategory}`)
                  : row.memberCategory}
              </td>
              <td data-label={t('application.short.country')}>
                {countryName(row.country, language)}
              </td>
              <td data-label={t('applications.state')}>
                <StatusPill tone={applicationTones[row.status]}>
                  {t(`application.state.${row.status}`)}
                </StatusPill>
                {row.hasFirstApproval && row.status === 'under-review' && (
                  <>
                    <br />
                    <span className={own.meta}>{t('applications.one-approval')}</span>
                  </>
                )}
              </td>
              <td data-label={t('applications.state-since')}>
                {formatDate(row.statusSince, language)}
              </td>
              <td data-label={t('applications.assigned')}>
                {row.assignee ?? t('applications.nobody')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}
