import { data, Link, useNavigation } from 'react-router';
import { actorContext } from '~/policy/actor';
import { AppError, type ErrorCode } from '~/policy/errors';
import { AppCheck } from '~/features/identity/bot-protection/app-check';
import {
  requireHuman,
  takeAppCheck,
} from '~/features/identity/bot-protection/bot-protection.server';
import { languageContext } from '~/i18n/language.server';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { siteMeta } from '~/site/site-meta';
import { parseForm } from '~/lib/forms/form';
import { requestFactsContext } from '~/policy/request-context';
import { Button } from '~/ui/button';
import { TextField } from '~/ui/fields/fields';
import classes from '~/ui/form.module.css';
import { Message } from '~/ui/message';
import type { Route } from './+types/forgot-password.route';
import { forgottenPasswordSchema } from '~/features/identity/sign-in/sign-in-schemas';
import { requestPasswordReset } from '~/features/identity/sign-in/sign-in.server';
import { Form } from '~/ui/form';
import { useStickyActionData } from '~/ui/sticky-action-data';

export function loader({ context }: Route.LoaderArgs) {
  return { title: translateIn(context.get(languageContext))('forgot.title') };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/forgot-password', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

type Answer = {
  sentTo?: string;
  error?: ErrorCode;
  fieldErrors?: Record<string, string>;
  values?: Record<string, string>;
};

export async function action({ request, context }: Route.ActionArgs) {
  const sent = await request.formData();
  const check = takeAppCheck(sent);
  const form = parseForm(forgottenPasswordSchema, sent);
  if (!form.ok) return data<Answer>(form, { status: 400 });
  const { clientAddress } = context.get(requestFactsContext);
  try {
    await requireHuman(check, clientAddress);
    await requestPasswordReset(context.get(actorContext), form.data.email, clientAddress);
    return data<Answer>({ sentTo: form.data.email });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return data<Answer>({ error: error.code, values: form.data }, { status: error.status });
  }
}

export default function ForgotPassword(route: Route.ComponentProps) {
  const actionData = useStickyActionData(route.actionData);
  const t = useTranslate();
  const textOf = useTextOf();
  const isBusy = useNavigation().state === 'submitting';
  const fieldError = actionData?.fieldErrors?.email;
  return (
    <div className={classes.page}>
      <h1>{t('forgot.title')}</h1>
      <p>{t('forgot.intro')}</p>
      {actionData?.error && (
        <Message kind="error" text={textOf(actionData.error)} answer={actionData} />
      )}
      {actionData?.sentTo && (
        <Message
          kind="success"
          text={t('success.password-reset-link-send', { email: actionData.sentTo })}
          answer={actionData}
        />
      )}
      <Form method="post" className={classes.form} noValidate>
        <TextField
          name="email"
          type="email"
          label={t('field.email')}
          autoComplete="username"
          required
          defaultValue={actionData?.values?.email}
          error={fieldError && textOf(fieldError)}
        />
        <AppCheck />
        <Button variant="primary" isBusy={isBusy}>
          {t('forgot.submit')}
        </Button>
      </Form>
      <p>
        <Link to="/login">{t('forgot.back')}</Link>
      </p>
    </div>
  );
}
