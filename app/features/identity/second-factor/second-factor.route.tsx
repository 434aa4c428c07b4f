import { type RefObject, useEffect, useRef } from 'react';
import { data, redirect } from 'react-router';
import { z } from 'zod';
import { actorContext, type Actor } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { AppError, type ErrorCode } from '~/policy/errors';
import { hasOwnPassword } from '~/features/identity/accounts/accounts.server';
import { NoPassword } from '~/features/identity/settings/no-password';
import { SettingsFrame } from '~/features/identity/settings/settings-frame';
import { findOwnSessionId } from '~/features/identity/sign-in/sign-in.server';
import { languageContext } from '~/i18n/language.server';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { siteMeta } from '~/site/site-meta';
import { parseForm, sentText } from '~/lib/forms/form';
import { passwordField, textField } from '~/lib/forms/text-field';
import { redirectWithNotice } from '~/answers/notices.server';
import { Message } from '~/ui/message';
import { useStickyActionData } from '~/ui/sticky-action-data';
import type { Route } from './+types/second-factor.route';
import { EnrolmentStart, EnrolmentStep } from './enrolment';
import { PasskeySection } from './passkey-section';
import { passkeyProofField } from './passkey-schemas';
import { arePasskeysOffered, proofOf, removePasskey } from './passkey.server';
import { drawQrCode } from './qr-code';
import { RecoveryCodes, StandingProtection } from './active-protection';
import {
  beginEnrolment,
  cancelEnrolment,
  confirmEnrolment,
  findEnrolment,
  getOwnProtection,
  removeAuthenticator,
  renewRecoveryCodes,
} from './second-factor.server';

export async function loader({ context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const protection = await getOwnProtection(actor).catch(throwErrorResponse);
  const enrolment = protection.hasAuthenticator ? null : await findEnrolment(actor);
  const hasPassword = await hasOwnPassword(actor);
  return {
    protection,
    hasPassword,
    enrolment: enrolment && { secret: enrolment.secret, drawing: drawQrCode(enrolment.address) },
    hasPasskeys: arePasskeysOffered(),
    title: translateIn(context.get(languageContext))('second-factor.title'),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/settings/second-factor', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

const withPassword = z.strictObject({
  intent: z.string(),
  currentPassword: passwordField,
  /** Absent while there is no authenticator app. */
  code: textField(0, 40).optional(),
  /** Only where a passkey is the second factor. */
  passkey: passkeyProofField.optional(),
});
const withCode = z.strictObject({ intent: z.string(), code: textField(1, 40) });
const withPasskey = withPassword.extend({ passkeyId: z.uuid({ error: 'form.invalid' }) });

type Answer = {
  intent: string;
  codes?: string[];
  error?: ErrorCode;
  fieldErrors?: Record<string, string>;
};

export async function action({ request, context }: Route.ActionArgs) {
  const actor = context.get(actorContext);
  const sent = await request.formData();
  const intent = sentText(sent, 'intent');
  try {
    const ownSession = await findOwnSessionId(request.headers);
    return await act(actor, { intent, sent, ownSession }, request.headers);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return data<Answer>({ intent, error: error.code }, { status: error.status });
  }
}

type Submission = { intent: string; sent: FormData; ownSession: string | null };

async function act(actor: Actor, { intent, sent, ownSession }: Submission, headers: Headers) {
  const refuse = (fieldErrors: Record<string, string>) =>
    data<Answer>({ intent, fieldErrors }, { status: 400 });
  switch (intent) {
    case 'cancel':
      await cancelEnrolment(actor);
      return redirect('/settings/second-factor');
    case 'confirm': {
      const form = parseForm(withCode, sent);
      if (!form.ok) return refuse(form.fieldErrors);
      return data<Answer>({
        intent,
        codes: await confirmEnrolment(actor, form.data.code, ownSession),
      });
    }
    case 'remove-passkey': {
      const form = parseForm(withPasskey, sent);
      if (!form.ok) return refuse(form.fieldErrors);
      const { passkeyId: id, currentPassword: password, code, passkey } = form.data;
      const proof = proofOf({ password, code, passkey }, headers);
      await removePasskey(actor, { id, ...proof }, headers);
      return back('success.passkey-removed');
    }
    default: {
      const form = parseForm(withPassword, sent);
      if (!form.ok) return refuse(form.fieldErrors);
      const { currentPassword: password, code, passkey } = form.data;
      const proof = proofOf({ password, code, passkey }, headers);
      if (intent === 'renew')
        return data<Answer>({
          intent,
          codes: await renewRecoveryCodes(actor, proof, ownSession),
        });
      if (intent === 'remove') {
        await removeAuthenticator(actor, proof, ownSession);
        return back('success.second-factor-removed');
      }
      await beginEnrolment(actor, proof);
      return redirect('/settings/second-factor');
    }
  }
}

const back = (key: string) =>
  redirectWithNotice('/settings/second-factor', { kind: 'success', key });

export default function SecondFactor({ loaderData, ...route }: Route.ComponentProps) {
  // Setting it up begins another session, and the page loads again when it hears of that: the recovery
  // codes, which are shown once, stay.
  const actionData = useStickyActionData(route.actionData);
  const t = useTranslate();
  const textOf = useTextOf();
  const { protection, enrolment, hasPasskeys } = loaderData;
  const errorOf = (name: string) => {
    const error = actionData?.fieldErrors?.[name];
    return error && textOf(error);
  };
  const heading = useStepFocus(stepOf(loaderData, actionData));
  if (actionData?.codes) {
    return (
      <SettingsFrame>
        <RecoveryCodes
          heading={heading}
          codes={actionData.codes}
          isEnrolment={actionData.intent === 'confirm'}
        />
      </SettingsFrame>
    );
  }
  if (!loaderData.hasPassword) {
    return (
      <SettingsFrame>
        <NoPassword />
      </SettingsFrame>
    );
  }
  return (
    <SettingsFrame>
      <h2 ref={heading} tabIndex={-1}>
        {t('second-factor.title')}
      </h2>
      {actionData?.error && (
        <Message kind="error" text={textOf(actionData.error)} answer={actionData} />
      )}
      {protection.hasAuthenticator && (
        <StandingProtection codesLeft={protection.recoveryCodesLeft} errorOf={errorOf} />
      )}
      {enrolment && <EnrolmentStep {...enrolment} error={errorOf('code')} />}
      {!protection.hasAuthenticator && !enrolment && (
        <EnrolmentStart
          error={errorOf('currentPassword')}
          needsPasskey={protection.passkeys.length > 0}
        />
      )}
      {hasPasskeys && !enrolment && (
        <PasskeySection passkeys={protection.passkeys} needsCode={protection.hasAuthenticator} />
      )}
    </SettingsFrame>
  );
}

type Step = 'start' | 'scan' | 'codes' | 'on';

function stepOf(
  { protection, enrolment }: Route.ComponentProps['loaderData'],
  answer?: Answer,
): Step {
  if (answer?.codes) return 'codes';
  if (enrolment) return 'scan';
  return protection.hasAuthenticator ? 'on' : 'start';
}

/** Each step begins at its heading: what had the focus before is not there any more. */
function useStepFocus(step: Step): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const previous = useRef(step);
  useEffect(() => {
    if (previous.current !== step) heading.current?.focus();
    previous.current = step;
  }, [step]);
  return heading;
}
