import { data, Link } from 'react-router';
import { actorContext } from '~/policy/actor';
import { AppError, type ErrorCode } from '~/policy/errors';
import { languageContext } from '~/i18n/language.server';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { siteMeta } from '~/site/site-meta';
import classes from '~/ui/form.module.css';
import { Message } from '~/ui/message';
import { Button } from '~/ui/button';
import type { Route } from './+types/confirm-subscription.route';
import { confirmSubscription, isSubscriptionConfirmable } from './subscriptions.server';
import { Form } from '~/ui/form';
import { useStickyActionData } from '~/ui/sticky-action-data';

/** Opening the link changes nothing: mail gateways open every link. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const isUsable = await isSubscriptionConfirmable(context.get(actorContext), params.token);
  const title = translateIn(context.get(languageContext))('subscribe.confirm-title');
  return data(
    { isUsable, title },
    { status: isUsable ? 200 : 410, headers: { 'Cache-Control': 'no-store' } },
  );
}

export const headers = () => ({ 'Cache-Control': 'no-store' });

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/newsletter', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

type Answer = { subscription?: string; error?: ErrorCode };

export async function action({ params, context }: Route.ActionArgs) {
  try {
    const subscription = await confirmSubscription(context.get(actorContext), params.token);
    // The link is used now, so that the loader alone would say 410.
    return data<Answer>({ subscription }, { status: 200 });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return data<Answer>({ error: error.code }, { status: error.status });
  }
}

export default function ConfirmSubscription({ loaderData, ...route }: Route.ComponentProps) {
  const actionData = useStickyActionData(route.actionData);
  const t = useTranslate();
  const textOf = useTextOf();
  return (
    <div className={classes.page}>
      <h1>{t('subscribe.confirm-title')}</h1>
      {actionData?.error && (
        <Message kind="error" text={textOf(actionData.error)} answer={actionData} />
      )}
      {actionData?.subscription && (
        <Message kind="success" text={t('subscribe.confirmed')} answer={actionData}>
          <p>
            <Link to={`/unsubscribe/${actionData.subscription}`}>{t('subscribe.manage')}</Link>
          </p>
        </Message>
      )}
      {!actionData && loaderData.isUsable && (
        <Form method="post" className={classes.form}>
          <p>{t('subscribe.confirm-text')}</p>
          <Button variant="primary">{t('subscribe.confirm-submit')}</Button>
        </Form>
      )}
      {!actionData && !loaderData.isUsable && <p>{t('error.auth/expired-action-code')}</p>}
      <p>
        <Link to="/newsletter">{t('subscribe.title')}</Link>
      </p>
    </div>
  );
}
