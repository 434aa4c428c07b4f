import { Form, Link } from 'react-router';
import { throwErrorResponse } from '~/answers/error-response.server';
import { nameOfCountry } from '~/features/decisions/records/decision-names';
import type { Translate } from '~/i18n/translate';
import { SavedViews } from '~/features/identity/saved-views/saved-views';
import { listSavedViews } from '~/features/identity/saved-views/saved-views.server';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { formatNumber } from '~/lib/format/format-number';
import { actorContext } from '~/policy/actor';
import { siteMeta } from '~/site/site-meta';
import { Button, ButtonLink } from '~/ui/button';
import { EmptyState } from '~/ui/empty-state';
import { TextField } from '~/ui/fields/fields';
import fields from '~/ui/fields/fields.module.css';
import form from '~/ui/form.module.css';
import { type Column, DataTable } from '~/ui/data-table/data-table';
import { TableParameters } from '~/ui/data-table/table-menu';
import type { Route } from './+types/court-list.route';
import { courtAddress, courtsPath as path } from './court-address';
import { courtQueryOf, listCourtsForEditing } from './court-editor.server';

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const filter = courtQueryOf(searchParams);
  const found = await Promise.resolve()
    .then(() => listCourtsForEditing(context.get(actorContext), filter))
    .catch(throwErrorResponse);
  const title = translateIn(context.get(languageContext))('courts.title');
  const views = await listSavedViews(context.get(actorContext), path);
  return { views, ...found, title, filter };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return loaderData ? siteMeta(matches, { title: loaderData.title, path, noIndex: true }) : [];
}

/** The courts and authorities that decisions name. */
export default function CourtList({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  const { title, count, filter } = loaderData;
  return (
    <div className={form.wide}>
      <h1>{title}</h1>
      <p className={fields.row}>
        <ButtonLink to={`${path}/new`} variant="primary">
          {t('courts.add')}
        </ButtonLink>
      </p>
      <Form method="get" className={form.bar} aria-label={t('courts.search')}>
        <TextField
          name="search"
          type="search"
          label={t('courts.words')}
          defaultValue={filter.search}
          maxLength={100}
        />
        <TableParameters />
        <Button>{t('courts.search')}</Button>
      </Form>
      <SavedViews views={loaderData.views} />
      <p role="status">{t('courts.count', { count })}</p>
      {count > 0 ? <CourtTable {...loaderData} /> : <EmptyState>{t('courts.none')}</EmptyState>}
    </div>
  );
}

type Row = Route.ComponentProps['loaderData']['courts'][number];

const columnsOf = (t: Translate, language: string): Column<Row>[] => [
  {
    name: 'name',
    heading: t('courts.name'),
    isSortable: true,
    cell: (court) => (
      <>
        <Link to={courtAddress(court.code)}>
          <bdi>{court.name}</bdi>
        </Link>
        {court.nameEn !== court.name && (
          <>
            <br />
            {court.nameEn}
          </>
        )}
      </>
    ),
  },
  {
    name: 'country',
    heading: t('decision.facet.country'),
    isSortable: true,
    cell: ({ country }) => nameOfCountry(country, language, t),
  },
  {
    name: 'kind',
    heading: t('courts.kind'),
    isSortable: true,
    cell: ({ kind }) => t(`courts.kind.${kind}`),
  },
  { name: 'code', heading: t('courts.code'), isSortable: true, cell: ({ code }) => code },
  {
    name: 'decisions',
    heading: t('decision.title'),
    isSortable: true,
    cell: ({ decisions }) => formatNumber(decisions, language),
  },
];

function CourtTable({ title, courts, filter, page, pages }: Route.ComponentProps['loaderData']) {
  const t = useTranslate();
  const language = useLanguage();
  return (
    <DataTable
      title={title}
      columns={columnsOf(t, language)}
      rows={courts}
      rowKey={({ code }) => code}
      sorting={filter.sorting}
      page={page}
      pages={pages}
      download={{ list: 'courts' }}
    />
  );
}
