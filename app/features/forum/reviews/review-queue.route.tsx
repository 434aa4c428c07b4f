import { versionKey } from '~/ui/data-table/listed-version';
import { Link } from 'react-router';
import { z } from 'zod';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { AuthorName } from '~/features/forum/comments/author-name';
import { languageContext } from '~/i18n/language.server';
import type { Translate } from '~/i18n/translate';
import { useLanguage, useTextOf, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { formatDate } from '~/lib/format/format-date';
import { siteMeta } from '~/site/site-meta';
import form from '~/ui/form.module.css';
import { Button } from '~/ui/button';
import { type Column, DataTable } from '~/ui/data-table/data-table';
import { useLive } from '~/ui/live/use-live';
import { useStickyActionData } from '~/ui/sticky-action-data';
import type { Route } from './+types/review-queue.route';
import { whyNotKept } from './kept-reviews';
import { KeepingSelected } from './keep-selected';
import { answerKeeping } from './keep-selected.server';
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
    filter,
    isMine,
    title: translateIn(context.get(languageContext))('review.queue'),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/administration/flags', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

/** Keeps the comments that were ticked, once that is confirmed and the reasons are written. */
export async function action({ request, context }: Route.ActionArgs) {
  return answerKeeping(context.get(actorContext), request).catch(throwErrorResponse);
}

export default function ReviewQueue({ loaderData, ...route }: Route.ComponentProps) {
  const actionData = useStickyActionData(route.actionData);
  const t = useTranslate();
  const { reviews, filter, isMine } = loaderData;
  useLive('/administration/flags/live');
  return (
    <div className={form.wide}>
      <h1>{loaderData.title}</h1>
      {actionData && <KeepingSelected answer={actionData} />}
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
      {reviews.length > 0 && <QueueTable {...loaderData} />}
    </div>
  );
}

type Data = Route.ComponentProps['loaderData'];
type Review = Data['reviews'][number];

function QueueTable({ title, reviews, page, pages }: Data) {
  const t = useTranslate();
  const textOf = useTextOf();
  const language = useLanguage();
  const isOffered = reviews.some((review) => whyNotKept(review) === null);
  return (
    <DataTable
      title={title}
      columns={columnsOf({ t, textOf, language })}
      rows={reviews}
      rowKey={versionKey}
      sorting={{ by: 'since', descending: false }}
      page={page}
      pages={pages}
      bulk={
        isOffered
          ? {
              rowName: (review) => (whyNotKept(review) === null ? nameOf(review) : null),
              actions: (
                <Button variant="secondary" name="intent" value="ask-keep">
                  {t('keeping.ask')}
                </Button>
              ),
            }
          : undefined
      }
    />
  );
}

const nameOf = ({ topic, position }: Review) => `${topic}, #${position}`;

type Shown = { t: Translate; textOf: (key: string) => string; language: string };

function columnsOf({ t, textOf, language }: Shown): Column<Review>[] {
  return [
    {
      name: 'comment',
      heading: t('review.comment'),
      cell: ({ id, topic, position }) => (
        <Link to={`/flagged-comment/${id}`}>
          <bdi>{topic}</bdi>, #{position}
        </Link>
      ),
    },
    {
      name: 'state',
      heading: t('review.state'),
      cell: ({ state }) => (
        <StatusPill tone={reviewTones[state]}>{t(`review.state.${state}`)}</StatusPill>
      ),
    },
    {
      name: 'reasons',
      heading: t('review.reasons'),
      cell: ({ flags, reasons }) => (
        <>
          {t('word.label', { label: t('review.flags', { count: flags }) })}{' '}
          {reasons.map((reason) => textOf(`flag.reason.${reason}`)).join('; ')}
        </>
      ),
    },
    {
      name: 'author',
      heading: t('review.author'),
      // The number of a former member means something within the topic alone.
      cell: ({ author }) => <AuthorName author={{ name: author, pseudonym: null }} />,
    },
    {
      name: 'assignee',
      heading: t('review.assignee'),
      cell: ({ assignee }) => <bdi>{assignee ?? '–'}</bdi>,
    },
    {
      name: 'since',
      heading: t('review.since'),
      cell: ({ createdAt }) => formatDate(createdAt, language),
    },
  ];
}
