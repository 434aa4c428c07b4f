import { data, Link, useNavigation } from 'react-router';
import { actorContext } from '~/policy/actor';
import { config } from '~/config/config.server';
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
import { parseForm, withoutSecrets } from '~/lib/forms/form';
import { redirectWithNotice } from '~/answers/notices.server';
import { requestFactsContext } from '~/policy/request-context';
import { Button } from '~/ui/button';
import { TextField } from '~/ui/fields/fields';
import classes from '~/ui/form.module.css';
import { Message } from '~/ui/message';
import { SecretField } from '~/ui/fields/secret-field';
import type { Route } from './+types/sign-up.route';
import { signUpSchema } from '~/features/identity/sign-in/sign-in-schemas';
import { refusedPassword, signUp } from './sign-up.server';
import { Form } from '~/ui/form';
import { useStickyActionData } from '~/ui/sticky-action-data';

export function loader({ context }: Route.LoaderArgs) {
  return {
    isOpen: config().flags.selfRegistration,
    title: translateIn(context.get(languageContext))('sign-up.title'),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/sign-up', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

type Answer = {
  error?: ErrorCode;
  fieldErrors?: Record<string, string>;
  values?: Record<string, string>;
};

export async function action({ request, context }: Route.ActionArgs) {
  const sent = await request.formData();
  const check = takeAppCheck(sent);
  const form = parseForm(signUpSchema, sent);
  if (!form.ok) return data<Answer>(form, { status: 400 });
  const { password, ...names } = form.data;
  const values = withoutSecrets(names);
  const weakness = refusedPassword(form.data);
  if (weakness) {
    return data<Answer>({ fieldErrors: { password: weakness }, values }, { status: 400 });
  }
  try {
    const { clientAddress } = context.get(requestFactsContext);
    await requireHuman(check, clientAddress);
    await signUp(context.get(actorContext), { ...names, password }, clientAddress);
    return redirectWithNotice('/login', { kind: 'success', key: 'success.signed-up' });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return data<Answer>({ error: error.code, values }, { status: error.status });
  }
}

export default function SignUp({ loaderData, ...route }: Route.ComponentProps) {
  const actionData = useStickyActionData(route.actionData);
  const t = useTranslate();
  if (!loaderData.isOpen) {
    return (
      <div className={classes.page}>
        <h1>{t('sign-up.title')}</h1>
        <p>{t('sign-up.closed')}</p>
        <p>
          <Link to="/membership">{t('sign-up.membership')}</Link>
        </p>
      </div>
    );
  }
  return (
    <div className={classes.page}>
      <h1>{t('sign-up.title')}</h1>
      <p>{t('sign-up.intro')}</p>
      <SignUpForm answer={actionData} />
    </div>
  );
}

function SignUpForm({ answer }: { answer?: Answer }) {
  const t = useTranslate();
  const textOf = useTextOf();
  const isBusy = useNavigation().state === 'submitting';
  const field = (name: 'firstName' | 'lastName' | 'email') => {
    const error = answer?.fieldErrors?.[name];
    return {
      name,
      required: true,
      defaultValue: answer?.values?.[name],
      error: error && textOf(error),
    };
  };
  const passwordError = answer?.fieldErrors?.password;
  return (
    <>
      {answer?.error && <Message kind="error" text={textOf(answer.error)} answer={answer} />}
      <Form method="post" className={classes.form} noValidate>
        <TextField
          {...field('firstName')}
          label={t('field.first-name')}
          autoComplete="given-name"
        />
        <TextField {...field('lastName')} label={t('field.last-name')} autoComplete="family-name" />
        <TextField
          {...field('email')}
          type="email"
          label={t('field.email')}
          autoComplete="username"
        />
        <SecretField
          name="password"
          label={t('field.password')}
          hint={t('field.new-password-hint')}
          autoComplete="new-password"
          required
          error={passwordError && textOf(passwordError)}
        />
        <AppCheck />
        <Button variant="primary" isBusy={isBusy}>
          {t('sign-up.submit')}
        </Button>
      </Form>
    </>
  );
}
