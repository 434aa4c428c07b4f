import { data, Link } from 'react-router';
import { actorContext } from '~/policy/actor';
import { AppError, type ErrorCode } from '~/policy/errors';
import { languageContext } from '~/i18n/language.server';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { siteMeta } from '~/site/site-meta';
import { Button } from '~/ui/button';
import classes from '~/ui/form.module.css';
import { Message } from '~/ui/message';
import type { Route } from './+types/confirm-email-change.route';
import { confirmEmailChange, findEmailChange, isSide } from './email-change.server';
import { Form } from '~/ui/form';
import { useStickyActionData } from '~/ui/sticky-action-data';

/** Opening the link changes nothing: mail gateways open every link. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const email = isSide(params.side)
    ? await findEmailChange(context.get(actorContext), params.side, params.token)
    : null;
  const title = translateIn(context.get(languageContext))('email-change.title');
  return data({ email, title }, { status: email ? 200 : 410 });
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/settings/security', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

type Answer = { isDone?: boolean; error?: ErrorCode };

export async function action({ params, context }: Route.ActionArgs) {
  if (!isSide(params.side)) throw data('error.not-found', { status: 404 });
  try {
    const isDone = await confirmEmailChange(context.get(actorContext), params.side, params.token);
    // The link is used now, so that the loader alone would say 410.
    return data<Answer>({ isDone }, { status: 200 });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return data<Answer>({ error: error.code }, { status: error.status });
  }
}

export default function ConfirmEmailChange({ loaderData, ...route }: Route.ComponentProps) {
  const actionData = useStickyActionData(route.actionData);
  const t = useTranslate();
  const textOf = useTextOf();
  const isAnswered = actionData?.isDone !== undefined;
  return (
    <div className={classes.page}>
      <h1>{t('email-change.title')}</h1>
      {isAnswered && (
        <Message
          kind="success"
          text={t(actionData.isDone ? 'email-change.done' : 'email-change.half')}
          answer={actionData}
        />
      )}
      {actionData?.error && (
        <Message kind="error" text={textOf(actionData.error)} answer={actionData} />
      )}
      {!actionData && !loaderData.email && <p>{t('error.auth/expired-action-code')}</p>}
      {!isAnswered && loaderData.email && (
        <Form method="post" className={classes.form}>
          <p>{t('email-change.intro', { email: loaderData.email })}</p>
          <Button variant="primary">{t('email-change.submit')}</Button>
        </Form>
      )}
      <p>
        <Link to="/settings/security">{t('settings.security')}</Link>
      </p>
    </div>
  );
}
