import { Form, Link } from 'react-router';
import { throwErrorResponse } from '~/answers/error-response.server';
import { nameOfCountry } from '~/features/decisions/records/decision-names';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { pageNumber } from '~/ui/page-number';
import { formatNumber } from '~/lib/format/format-number';
import { actorContext } from '~/policy/actor';
import { siteMeta } from '~/site/site-meta';
import { Button, ButtonLink } from '~/ui/button';
import { EmptyState } from '~/ui/empty-state';
import { TextField } from '~/ui/fields/fields';
import fields from '~/ui/fields/fields.module.css';
import form from '~/ui/form.module.css';
import { pageAddress, Pagination } from '~/ui/pagination';
import { TableScroll } from '~/ui/table-scroll';
import type { Route } from './+types/court-list.route';
import { courtAddress, courtsPath as path } from './court-address';
import { listCourtsForEditing } from './court-editor.server';

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const search = (searchParams.get('search') ?? '').slice(0, 100);
  const page = pageNumber(searchParams, 1000);
  const filter = { search, page };
  const found = await Promise.resolve()
    .then(() => listCourtsForEditing(context.get(actorContext), filter))
    .catch(throwErrorResponse);
  const title = translateIn(context.get(languageContext))('courts.title');
  return { ...found, title, filter };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return loaderData ? siteMeta(matches, { title: loaderData.title, path, noIndex: true }) : [];
}

/** The courts and authorities that decisions name. */
export default function CourtList({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  const { title, count, pages, filter, courts } = loaderData;
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
        <Button>{t('courts.search')}</Button>
      </Form>
      <p role="status">{t('courts.count', { count })}</p>
      {courts.length > 0 ? (
        <CourtTable title={title} courts={courts} />
      ) : (
        <EmptyState>{t('courts.none')}</EmptyState>
      )}
      <Pagination
        page={filter.page}
        pages={pages}
        address={pageAddress({ search: filter.search })}
      />
    </div>
  );
}

type CourtTableProps = Pick<Route.ComponentProps['loaderData'], 'title' | 'courts'>;

function CourtTable({ title, courts }: CourtTableProps) {
  const t = useTranslate();
  const language = useLanguage();
  return (
    <TableScroll label={title}>
      <table className={`${form.table} ${form.stacked}`}>
        <thead>
          <tr>
            <th scope="col">{t('courts.name')}</th>
            <th scope="col">{t('decision.facet.country')}</th>
            <th scope="col">{t('courts.kind')}</th>
            <th scope="col">{t('courts.code')}</th>
            <th scope="col">{t('decision.title')}</th>
          </tr>
        </thead>
        <tbody>
          {courts.map((court) => (
            <tr key={court.code}>
              <td>
                <Link to={courtAddress(court.code)}>
                  <bdi>{court.name}</bdi>
                </Link>
                {court.nameEn !== court.name && (
                  <>
                    <br />
                    {court.nameEn}
                  </>
                )}
              </td>
              <td data-label={t('decision.facet.country')}>
                {nameOfCountry(court.country, language, t)}
              </td>
              <td data-label={t('courts.kind')}>{t(`courts.kind.${court.kind}`)}</td>
              <td data-label={t('courts.code')}>{court.code}</td>
              <td data-label={t('decision.title')}>{formatNumber(court.decisions, language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}
