import { data, Form, Link, useNavigation } from 'react-router';
import { actorContext } from '~/actor';
import { AppError, type ErrorCode } from '~/errors';
import { languageContext } from '~/i18n/language.server';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { siteMeta } from '~/site-meta';
import { parseForm } from '~/lib/form';
import { redirectWithNotice } from '~/notices.server';
import { SecretField, SubmitButton } from '~/ui/fields';
import classes from '~/ui/form.module.css';
import { Message } from '~/ui/message';
import type { Route } from './+types/invitation.route';
import { acceptInvitation, isInvitationUsable } from './invitation.server';
import { newPasswordSchema } from './sign-in-schemas';

/** Opening the link changes nothing: mail gateways open every link. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const isUsable = await isInvitationUsable(context.get(actorContext), params.token);
  const title = translateIn(context.get(languageContext))('invitation.title');
  return data({ isUsable, title }, { status: isUsable ? 200 : 410 });
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/login', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

type Answer = { error?: ErrorCode; fieldErrors?: Record<string, string> };

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = parseForm(newPasswordSchema, await request.formData());
  if (!form.ok) return data<Answer>({ fieldErrors: form.fieldErrors }, { status: 400 });
  try {
    const weakness = await acceptInvitation(context.get(actorContext), {
      token: params.token,
      password: form.data.password,
    });
    if (!weakness)
      return redirectWithNotice('/login', { kind: 'success', key: 'success.password-changed' });
    return data<Answer>(
      { fieldErrors: { password: `form.password-${weakness}` } },
      { status: 400 },
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return data<Answer>({ error: error.code }, { status: error.status });
  }
}

export default function Invitation({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslate();
  const textOf = useTextOf();
  const isBusy = useNavigation().state === 'submitting';
  const fieldError = actionData?.fieldErrors?.password;
  if (!loaderData.isUsable) {
    return (
      <div className={classes.page}>
        <h1>{t('invitation.title')}</h1>
        <p>{t('error.auth/expired-action-code')}</p>
        <p>
          <Link to="/forgot-password">{t('reset.again')}</Link>
        </p>
      </div>
    );
  }
  return (
    <div className={classes.page}>
      <h1>{t('invitation.title')}</h1>
      <p>{t('invitation.intro')}</p>
      {actionData?.error && (
        <Message kind="error" text={textOf(actionData.error)} answer={actionData} />
      )}
      <Form method="post" className={classes.form} noValidate>
        <SecretField
          name="password"
          label={t('field.new-password')}
          hint={t('field.new-password-hint')}
          showLabel={t('field.show-password')}
          autoComplete="new-password"
          required
          error={fieldError && textOf(fieldError)}
        />
        <SubmitButton isBusy={isBusy}>{t('invitation.submit')}</SubmitButton>
      </Form>
    </div>
  );
}
