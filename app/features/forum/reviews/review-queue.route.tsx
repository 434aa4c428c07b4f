import { Link } from 'react-router';
import { z } from 'zod';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { AuthorName } from '~/features/forum/comments/author-name';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTextOf, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { formatDate } from '~/lib/format/format-date';
import { siteMeta } from '~/site/site-meta';
import form from '~/ui/form.module.css';
import { pageAddress, Pagination } from '~/ui/pagination';
import { TableScroll } from '~/ui/table-scroll';
import { useLive } from '~/ui/live/use-live';
import type { Route } from './+types/review-queue.route';
import { isQueueFilter, listReviews } from './review-queue.server';
import { StatusPill } from '~/ui/status-pill';
import { reviewTones } from './review-tones';
import { EmptyState } from '~/ui/empty-state';

const filters = ['waiting', 'open', 'revision', 'suspension', 'appealed', 'done'] as const;

export async function loader({ request, context }: Route.LoaderArgs) {
  const search = new URL(request.url).searchParams;
  const wanted = search.get('state');
  const filter = isQueueFilter(wanted) ? wanted : 'waiting';
  const isMine = search.has('mine');
  const page = z.coerce
    .number()
    .int()
    .min(1)
    .max(10_000)
    .catch(1)
    .parse(search.get('page') ?? 1);
  const list = await listReviews(context.get(actorContext), { filter, isMine, page }).catch(
    throwErrorResponse,
  );
  return {
    ...list,
    page,
    filter,
    isMine,
    title: translateIn(context.get(languageContext))('review.queue'),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/administration/flags', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

export default function ReviewQueue({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  const textOf = useTextOf();
  const language = useLanguage();
  const { reviews, page, pages, filter, isMine } = loaderData;
  useLive('/administration/flags/live');
  return (
    <div className={form.wide}>
      <h1>{loaderData.title}</h1>
      <nav aria-label={t('review.filter')}>
        <ul className={form.tabs}>
          {filters.map((name) => (
            <li key={name}>
              <Link
                to={`?state=${name}`}
                aria-current={name === filter && !isMine ? 'page' : undefined}
              >
                {t(`review.filter.${name}`)}
              </Link>
            </li>
          ))}
          <li>
            <Link to="?mine" aria-current={isMine ? 'page' : undefined}>
              {t('review.filter.mine')}
            </Link>
          </li>
        </ul>
      </nav>
      {reviews.length === 0 && <EmptyState>{t('review.none')}</EmptyState>}
      {reviews.length > 0 && (
        <TableScroll label={loaderData.title}>
          <table className={`${form.table} ${form.stacked}`}>
            <thead>
              <tr>
                <th scope="col">{t('review.comment')}</th>
                <th scope="col">{t('review.state')}</th>
                <th scope="col">{t('review.reasons')}</th>
                <th scope="col">{t('review.author')}</th>
                <th scope="col">{t('review.assignee')}</th>
                <th scope="col">{t('review.since')}</th>
              </tr>
            </thead>
            <tbody>
              {reviews.map((review) => (
                <tr key={review.id}>
                  <td>
                    <Link to={`/flagged-comment/${review.id}`}>
                      <bdi>{review.topic}</bdi>, #{review.position}
                    </Link>
                  </td>
                  <td data-label={t('review.state')}>
                    <StatusPill tone={reviewTones[review.state]}>
                      {t(`review.state.${review.state}`)}
                    </StatusPill>
                  </td>
                  <td data-label={t('review.reasons')}>
                    {t('review.flags', { count: review.flags })}:{' '}
                    {review.reasons.map((reason) => textOf(`flag.reason.${reason}`)).join('; ')}
                  </td>
                  <td data-label={t('review.author')}>
                    <AuthorName author={{ name: review.author, pseudonym: review.pseudonym }} />
                  </td>
                  <td data-label={t('review.assignee')}>
                    <bdi>{review.assignee ?? '–'}</bdi>
                  </td>
                  <td data-label={t('review.since')}>{formatDate(review.createdAt, language)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableScroll>
      )}
      <Pagination
        page={page}
        pages={pages}
        address={pageAddress({ state: filter, ...(isMine ? { mine: 'on' } : {}) })}
      />
    </div>
  );
}
