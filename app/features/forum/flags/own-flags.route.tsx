import { data, Link } from 'react-router';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { AppError } from '~/policy/errors';
import { TopicTitle } from '~/features/forum/topics/topic-title';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTextOf, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { formatDate } from '~/lib/format/format-date';
import { redirectWithNotice } from '~/answers/notices.server';
import { siteMeta } from '~/site/site-meta';
import { Message } from '~/ui/message';
import { stayOnNetworkError } from '~/ui/stay-on-network-error';
import { Button } from '~/ui/button';
import reading from '~/ui/reading.module.css';
import { useStickyActionData } from '~/ui/sticky-action-data';
import type { Route } from './+types/own-flags.route';
import { listOwnStatements } from '~/features/forum/reviews/decisions.server';
import { listOwnFlags, withdrawFlag } from '~/features/forum/moderation/moderation.server';
import classes from '~/features/forum/moderation/moderation.module.css';
import { Form } from '~/ui/form';
import { EmptyState } from '~/ui/empty-state';

export async function loader({ context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const [flags, statements] = await Promise.all([
    listOwnFlags(actor),
    listOwnStatements(actor),
  ]).catch(throwErrorResponse);
  return { flags, statements, title: translateIn(context.get(languageContext))('flag.mine') };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/forum/flags', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

export async function action({ request, context }: Route.ActionArgs) {
  const flag = (await request.formData()).get('flag');
  try {
    await withdrawFlag(context.get(actorContext), typeof flag === 'string' ? flag : '');
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'error.not-found') throwErrorResponse(error);
    return data({ error: error.code }, { status: error.status });
  }
  return redirectWithNotice('/forum/flags', { kind: 'success', key: 'success.flag-withdrawn' });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return stayOnNetworkError(serverAction, 'error.no-answer');
}

export default function OwnFlags({ loaderData, ...route }: Route.ComponentProps) {
  const actionData = useStickyActionData(route.actionData);
  const t = useTranslate();
  const textOf = useTextOf();
  const language = useLanguage();
  const { flags, statements } = loaderData;
  const outcome = (flag: (typeof flags)[number]) => {
    if (flag.withdrawnAt) return t('flag.withdrawn');
    if (flag.appeal === 'reversed') return t('flag.reversed');
    return flag.settledAt && flag.measure
      ? textOf(`flag.outcome.${flag.measure}`)
      : t('flag.waiting');
  };
  return (
    <div className={`${reading.page} ${classes.narrow}`}>
      <header className={reading.head}>
        <p className={reading.kind}>
          <Link to="/forum">{t('forum.title')}</Link>
        </p>
        <h1>{loaderData.title}</h1>
      </header>
      {actionData?.error && (
        <Message kind="error" text={textOf(actionData.error)} answer={actionData} />
      )}
      {flags.length === 0 && <EmptyState>{t('flag.none')}</EmptyState>}
      <ul className={reading.plain}>
        {flags.map((flag) => (
          <li key={flag.id} className={classes.flag}>
            <p>
              <Link to={`/forum/comment/${flag.commentId}`}>
                <TopicTitle title={flag.topic} />
              </Link>
            </p>
            <p className={classes.soft}>
              {formatDate(flag.createdAt, language)}, {t(`flag.reason.${flag.reason}`)}
            </p>
            <p>{outcome(flag)}</p>
            {!flag.withdrawnAt && !flag.settledAt && (
              <Form method="post">
                <input type="hidden" name="flag" value={flag.id} />
                <Button>{t('flag.withdraw')}</Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      {statements.length > 0 && (
        <section className={reading.section}>
          <h2>{t('statement.mine')}</h2>
          <ul className={reading.plain}>
            {statements.map((statement) => (
              <li key={`${statement.id} ${String(statement.at)}`}>
                <Link to={`/forum/decision/${statement.id}`}>
                  <TopicTitle title={statement.topic} /> · {t(`measure.${statement.measure}`)}
                </Link>
                {statement.at && `, ${formatDate(statement.at, language)}`}
                {statement.appeal && `, ${t(`statement.${statement.appeal}`)}`}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
