import { Form, Link } from 'react-router';
import { z } from 'zod';
import { actorContext } from '~/policy/actor';
import { config } from '~/config/config.server';
import { throwErrorResponse } from '~/answers/error-response.server';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { formatInstant, siteZone } from '~/lib/format/format-date';
import { siteMeta } from '~/site/site-meta';
import { Button } from '~/ui/button';
import { SelectField } from '~/ui/fields/fields';
import classes from '~/ui/form.module.css';
import { pageAddress, Pagination } from '~/ui/pagination';
import { TableScroll } from '~/ui/table-scroll';
import type { Route } from './+types/errors.route';
import { listErrorGroups } from './error-tracking.server';

const states = ['open', 'resolved', 'ignored', 'all'] as const;
const filterSchema = z.object({
  state: z.enum(states).catch('open'),
  page: z.coerce.number().int().min(1).max(10_000).catch(1),
});

export async function loader({ request, context }: Route.LoaderArgs) {
  const filter = filterSchema.parse(Object.fromEntries(new URL(request.url).searchParams));
  const list = await listErrorGroups(context.get(actorContext), filter).catch(throwErrorResponse);
  const title = translateIn(context.get(languageContext))('errors.title');
  return { ...list, filter, title, isOn: config().flags.errorTracking };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/administration/errors', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

/** Errors of browsers, server and jobs, those of one fault together. */
export default function Errors({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  const { filter, rows, total, pages, isOn } = loaderData;
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
          choices={states.map((state) => ({ value: state, label: t(`errors.state.${state}`) }))}
        />
        <Button variant="primary">{t('applications.apply')}</Button>
      </Form>
      <p>{t('errors.count', { count: total })}</p>
      {rows.length > 0 && <GroupTable rows={rows} />}
      <Pagination page={filter.page} pages={pages} address={pageAddress({ state: filter.state })} />
    </div>
  );
}

function GroupTable({ rows }: Pick<Route.ComponentProps['loaderData'], 'rows'>) {
  const t = useTranslate();
  const language = useLanguage();
  return (
    <TableScroll label={t('errors.title')}>
      <table className={`${classes.table} ${classes.stacked}`}>
        <thead>
          <tr>
            <th scope="col">{t('errors.message')}</th>
            <th scope="col">{t('errors.kind')}</th>
            <th scope="col">{t('errors.times')}</th>
            <th scope="col">{t('errors.first-seen')}</th>
            <th scope="col">{t('errors.last-seen')}</th>
            <th scope="col">{t('errors.version')}</th>
            <th scope="col">{t('errors.state')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>
                <Link to={`/administration/errors/${row.id}`}>{row.message.slice(0, 160)}</Link>
              </td>
              <td data-label={t('errors.kind')}>{t(`errors.kind.${row.kind}`)}</td>
              <td data-label={t('errors.times')}>{row.count}</td>
              <td data-label={t('errors.first-seen')}>
                {formatInstant(row.firstSeenAt, language, siteZone)}
              </td>
              <td data-label={t('errors.last-seen')}>
                {formatInstant(row.lastSeenAt, language, siteZone)}
              </td>
              <td data-label={t('errors.version')}>{row.lastVersion ?? '–'}</td>
              <td data-label={t('errors.state')}>{t(`errors.state.${row.state}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}
