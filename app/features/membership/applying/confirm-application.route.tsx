import { data, Link } from 'react-router';
import { actorContext } from '~/policy/actor';
import { AppError, type ErrorCode } from '~/policy/errors';
import { languageContext } from '~/i18n/language.server';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { redirectWithNotice } from '~/answers/notices.server';
import { siteMeta } from '~/site/site-meta';
import { Button } from '~/ui/button';
import classes from '~/ui/form.module.css';
import { Message } from '~/ui/message';
import type { Route } from './+types/confirm-application.route';
import { confirmApplication, findConfirmation } from '~/features/membership/membership.server';
import { Form } from '~/ui/form';
import { useStickyActionData } from '~/ui/sticky-action-data';

/** Opening the link changes nothing: mail gateways open every link. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const link = await findConfirmation(context.get(actorContext), params.token);
  const title = translateIn(context.get(languageContext))('application.confirm-title');
  return data({ link, title }, { status: link === 'usable' ? 200 : 410 });
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/membership', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

export async function action({ params, context }: Route.ActionArgs) {
  try {
    const statusPath = await confirmApplication(context.get(actorContext), params.token);
    return redirectWithNotice(statusPath, { kind: 'success', key: 'success.application-sent' });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return data<{ error: ErrorCode }>({ error: error.code }, { status: error.status });
  }
}

/** After a refusal as well: a link that has been used offers its button no more. */
export const shouldRevalidate = () => true;

export default function ConfirmApplication({ loaderData, ...route }: Route.ComponentProps) {
  const actionData = useStickyActionData(route.actionData);
  const t = useTranslate();
  const textOf = useTextOf();
  const { link } = loaderData;
  const isUsable = link === 'usable';
  const over = isUsable ? null : t(`application.confirm-${link}`);
  return (
    <div className={classes.page}>
      <h1>{t('application.confirm-title')}</h1>
      {actionData?.error && (
        <Message kind="error" text={over ?? textOf(actionData.error)} answer={actionData} />
      )}
      {isUsable ? (
        <Form method="post" className={classes.form}>
          <p>{t('application.confirm-text')}</p>
          <Button variant="primary">{t('application.confirm-submit')}</Button>
        </Form>
      ) : (
        <>
          {!actionData?.error && <p>{over}</p>}
          <p>
            <Link to="/membership">{t('nav.membership')}</Link>
          </p>
        </>
      )}
    </div>
  );
}
