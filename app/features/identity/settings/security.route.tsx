import { data, Link } from 'react-router';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { AppError, type ErrorCode } from '~/policy/errors';
import { hasOwnPassword } from '~/features/identity/accounts/accounts.server';
import { getOwnProtection } from '~/features/identity/second-factor/second-factor.server';
import { languageContext } from '~/i18n/language.server';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { siteMeta } from '~/site/site-meta';
import { type FormRefusal, parseForm, sentText } from '~/lib/forms/form';
import { redirectWithNotice } from '~/answers/notices.server';
import classes from '~/ui/form.module.css';
import { Message } from '~/ui/message';
import { useStickyActionData } from '~/ui/sticky-action-data';
import type { Route } from './+types/security.route';
import { EmailForm, PasswordForm } from './credential-forms';
import { NoPassword } from './no-password';
import { requestEmailChange } from './email-change.server';
import { SessionList } from './session-list';
import { SettingsFrame } from './settings-frame';
import { emailForm, otherSessionsForm, passwordForm, sessionForm } from './settings-schemas';
import {
  changeOwnPassword,
  endOtherSessions,
  endOwnSession,
  getOwnSettings,
  listOwnSessions,
} from './settings.server';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const [own, hasPassword, protection, sessions] = await Promise.all([
    getOwnSettings(actor),
    hasOwnPassword(actor),
    getOwnProtection(actor),
    listOwnSessions(actor, request.headers),
  ]).catch(throwErrorResponse);
  const title = translateIn(context.get(languageContext))('settings.security');
  return { email: own.email, hasPassword, protection, sessions, title };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/settings/security', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

export type SecurityAnswer = {
  intent: string;
  sentTo?: string;
  error?: ErrorCode;
} & Partial<FormRefusal>;

export async function action({ request, context }: Route.ActionArgs) {
  const actor = context.get(actorContext);
  const sent = await request.formData();
  const intent = sentText(sent, 'intent');
  const refuse = (refusal: FormRefusal) =>
    data<SecurityAnswer>({ intent, ...refusal }, { status: 400 });
  try {
    switch (intent) {
      case 'password': {
        const form = parseForm(passwordForm, sent);
        if (!form.ok) return refuse(form);
        const weakness = await changeOwnPassword(actor, form.data, request.headers);
        if (weakness)
          return refuse({ fieldErrors: { newPassword: `form.password-${weakness}` }, values: {} });
        return back('success.own-password-changed');
      }
      case 'email': {
        const form = parseForm(emailForm, sent);
        if (!form.ok) return refuse(form);
        const { email } = form.data;
        const refusal = await requestEmailChange(actor, form.data);
        if (refusal) return refuse({ fieldErrors: { email: refusal }, values: { email } });
        return data<SecurityAnswer>({ intent, sentTo: email });
      }
      case 'end-session': {
        const form = parseForm(sessionForm, sent);
        if (!form.ok) return refuse(form);
        await endOwnSession(actor, form.data.sessionId);
        return back('success.session-ended');
      }
      default: {
        const form = parseForm(otherSessionsForm, sent);
        if (!form.ok) return refuse(form);
        await endOtherSessions(actor, request.headers);
        return back('success.session-ended');
      }
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const values = { email: sentText(sent, 'email') };
    return data<SecurityAnswer>({ intent, error: error.code, values }, { status: error.status });
  }
}

const back = (key: string) => redirectWithNotice('/settings/security', { kind: 'success', key });

export default function Security({ loaderData, ...route }: Route.ComponentProps) {
  const actionData = useStickyActionData(route.actionData);
  const t = useTranslate();
  const textOf = useTextOf();
  const { email, hasPassword, protection, sessions } = loaderData;
  return (
    <SettingsFrame>
      {actionData?.error && (
        <Message kind="error" text={textOf(actionData.error)} answer={actionData} />
      )}
      {actionData?.sentTo && (
        <Message kind="success" text={t('email-change.sent')} answer={actionData} />
      )}
      <section className={classes.form} aria-labelledby="second-factor">
        <h2 id="second-factor">{t('second-factor.title')}</h2>
        <p>{t(protection.hasAuthenticator ? 'second-factor.is-on' : 'second-factor.is-off')}</p>
        <p>
          <Link to="/settings/second-factor">{t('second-factor.manage')}</Link>
        </p>
      </section>
      {hasPassword ? (
        <>
          <PasswordForm answer={actionData} />
          <EmailForm answer={actionData} email={email} />
        </>
      ) : (
        <NoPassword />
      )}
      <SessionList sessions={sessions} />
    </SettingsFrame>
  );
}
