import { data, Link, redirect } from 'react-router';
import { z } from 'zod';
import { actorContext } from '~/policy/actor';
import { AppError, type ErrorCode } from '~/policy/errors';
import { pathAfterSignIn } from '~/features/compliance/agreement/agreement.server';
import { languageContext } from '~/i18n/language.server';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { siteMeta } from '~/site/site-meta';
import { parseForm } from '~/lib/forms/form';
import { ownPath } from '~/lib/addresses/own-path';
import { textField } from '~/lib/forms/text-field';
import { redirectWithNotice } from '~/answers/notices.server';
import { Button } from '~/ui/button';
import { TextField } from '~/ui/fields/fields';
import classes from '~/ui/form.module.css';
import { Message } from '~/ui/message';
import type { Route } from './+types/second-step.route';
import {
  clearedSecondStepCookie,
  finishSecondStep,
  isSecondStepOpen,
} from '~/features/identity/sign-in/second-step.server';
import { Form } from '~/ui/form';
import { useStickyActionData } from '~/ui/sticky-action-data';

export async function loader({ request, context }: Route.LoaderArgs) {
  if (!(await isSecondStepOpen(context.get(actorContext), request.headers)))
    throw redirect('/login');
  return {
    redirectUrl: ownPath(new URL(request.url).searchParams.get('redirectUrl')),
    title: translateIn(context.get(languageContext))('second-step.title'),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/second-step', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

const codeForm = z.strictObject({
  code: textField(1, 40),
  redirectUrl: z.string().max(2000).optional(),
});

type Answer = { error?: ErrorCode; fieldErrors?: Record<string, string> };

export async function action({ request, context }: Route.ActionArgs) {
  const form = parseForm(codeForm, await request.formData());
  if (!form.ok) return data<Answer>({ fieldErrors: form.fieldErrors }, { status: 400 });
  try {
    const { code, redirectUrl } = form.data;
    const actor = context.get(actorContext);
    const cookies = await finishSecondStep(actor, code, request.headers);
    const notice = { kind: 'success', key: 'success.auth/signed-in' } as const;
    const language = context.get(languageContext);
    const next = await pathAfterSignIn(actor, ownPath(redirectUrl) ?? '/', language);
    return redirectWithNotice(next, notice, cookies);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'error.auth/expired-action-code') {
      const notice = { kind: 'error', key: 'error.auth/session-expired' } as const;
      return redirectWithNotice('/login', notice, [clearedSecondStepCookie]);
    }
    return data<Answer>({ error: error.code }, { status: error.status });
  }
}

export default function SecondStep({ loaderData, ...route }: Route.ComponentProps) {
  const actionData = useStickyActionData(route.actionData);
  const t = useTranslate();
  const textOf = useTextOf();
  const fieldError = actionData?.fieldErrors?.code;
  return (
    <div className={classes.page}>
      <h1>{t('second-step.title')}</h1>
      <p>{t('second-step.intro')}</p>
      {actionData?.error && (
        <Message kind="error" text={textOf(actionData.error)} answer={actionData} />
      )}
      <Form method="post" className={classes.form} noValidate>
        <input type="hidden" name="redirectUrl" value={loaderData.redirectUrl ?? ''} />
        <TextField
          name="code"
          label={t('second-step.code')}
          hint={t('second-step.hint')}
          autoComplete="one-time-code"
          required
          maxLength={40}
          error={fieldError && textOf(fieldError)}
        />
        <Button variant="primary">{t('login.submit')}</Button>
      </Form>
      <p>{t('second-step.lost')}</p>
      <p>
        <Link to="/login">{t('second-step.again')}</Link>
      </p>
    </div>
  );
}
