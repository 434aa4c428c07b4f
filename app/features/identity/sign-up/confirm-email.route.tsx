import { data, Link } from 'react-router';
import { actorContext } from '~/policy/actor';
import { AppError, type ErrorCode } from '~/policy/errors';
import { languageContext } from '~/i18n/language.server';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { parseForm } from '~/lib/forms/form';
import { siteMeta } from '~/site/site-meta';
import { redirectWithNotice } from '~/answers/notices.server';
import { Button } from '~/ui/button';
import classes from '~/ui/form.module.css';
import { Message } from '~/ui/message';
import { SecretField } from '~/ui/fields/secret-field';
import type { Route } from './+types/confirm-email.route';
import { newPasswordSchema } from '~/features/identity/sign-in/sign-in-schemas';
import { confirmAddress, isConfirmLinkUsable } from './sign-up.server';
import { Form } from '~/ui/form';
import { useStickyActionData } from '~/ui/sticky-action-data';

/** Opening the link changes nothing: mail gateways open every link. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const isUsable = await isConfirmLinkUsable(context.get(actorContext), params.token);
  const title = translateIn(context.get(languageContext))('confirm.title');
  return data({ isUsable, title }, { status: isUsable ? 200 : 410 });
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/sign-up', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

type Answer = { error?: ErrorCode; fieldErrors?: Record<string, string> };

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = parseForm(newPasswordSchema, await request.formData());
  if (!form.ok) return data<Answer>({ fieldErrors: form.fieldErrors }, { status: 400 });
  try {
    const { password } = form.data;
    await confirmAddress(context.get(actorContext), { token: params.token, password });
    return redirectWithNotice('/login', { kind: 'success', key: 'success.email-confirmed' });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return data<Answer>({ error: error.code }, { status: error.status });
  }
}

export default function ConfirmEmail({ loaderData, ...route }: Route.ComponentProps) {
  const actionData = useStickyActionData(route.actionData);
  const t = useTranslate();
  const textOf = useTextOf();
  const fieldError = actionData?.fieldErrors?.password;
  return (
    <div className={classes.page}>
      <h1>{t('confirm.title')}</h1>
      {actionData?.error && (
        <Message kind="error" text={textOf(actionData.error)} answer={actionData} />
      )}
      {loaderData.isUsable ? (
        <Form method="post" className={classes.form} noValidate>
          <p>{t('confirm.intro')}</p>
          <SecretField
            name="password"
            label={t('field.password')}
            autoComplete="current-password"
            required
            error={fieldError && textOf(fieldError)}
          />
          <Button variant="primary">{t('confirm.submit')}</Button>
        </Form>
      ) : (
        <>
          {!actionData?.error && <p>{t('error.auth/expired-action-code')}</p>}
          <p>
            {t('confirm.over')} <Link to="/forgot-password">{t('confirm.set-password')}</Link>
          </p>
          <p>
            <Link to="/login">{t('forgot.back')}</Link>
          </p>
        </>
      )}
    </div>
  );
}
