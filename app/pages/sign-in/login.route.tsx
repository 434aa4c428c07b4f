import { useEffect, useState } from 'react';
import { data, Link, redirect, useNavigation } from 'react-router';
import { actorContext } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import { AppCheck } from '~/features/identity/bot-protection/app-check';
import {
  requireHuman,
  takeAppCheck,
} from '~/features/identity/bot-protection/bot-protection.server';
import { pathAfterSignIn } from '~/features/compliance/agreement/agreement.server';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { languageContext } from '~/i18n/language.server';
import { useSite } from '~/site/site';
import { errorCodeHeader } from '~/site/session-state';
import { siteMeta } from '~/site/site-meta';
import { parseForm, withoutSecrets } from '~/lib/forms/form';
import { ownPath } from '~/lib/addresses/own-path';
import { redirectWithNotice } from '~/answers/notices.server';
import { requestFactsContext } from '~/policy/request-context';
import { Button } from '~/ui/button';
import { CheckField } from '~/ui/fields/choices';
import { TextField } from '~/ui/fields/fields';
import classes from '~/ui/form.module.css';
import { Message } from '~/ui/message';
import { SecretField } from '~/ui/fields/secret-field';
import type { Route } from './+types/login.route';
import { OtherWays } from '~/features/identity/sign-in/alternative-sign-in-options';
import { otherWays } from '~/features/identity/sign-in/alternative-sign-in.server';
import { leadsToSecondStep } from '~/features/identity/sign-in/second-step.server';
import { signInSchema } from '~/features/identity/sign-in/sign-in-schemas';
import { isRepeatedSignIn, signIn } from '~/features/identity/sign-in/sign-in.server';
import { Form } from '~/ui/form';
import { useStickyActionData } from '~/ui/sticky-action-data';

/** Session-storage key of spec section 3. */
const redirectKey = 'redirectUrl';

export function loader({ request, context }: Route.LoaderArgs) {
  const wanted = new URL(request.url).searchParams.get(redirectKey);
  const t = translateIn(context.get(languageContext));
  return {
    redirectUrl: ownPath(wanted),
    ways: otherWays(),
    title: t('login.title'),
    description: t('login.description'),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { title, description } = loaderData;
  return siteMeta(matches, { title, description, path: '/login' });
}

export async function action({ request, context }: Route.ActionArgs) {
  const sent = await request.formData();
  const check = takeAppCheck(sent);
  const form = parseForm(signInSchema, sent);
  if (!form.ok) return data({ ...form, error: null }, { status: 400 });
  const { clientAddress } = context.get(requestFactsContext);
  const actor = context.get(actorContext);
  try {
    const { headers } = request;
    if (await isRepeatedSignIn(form.data.email, clientAddress)) {
      await requireHuman(check, clientAddress);
    }
    const cookies = await signIn(actor, form.data, { headers, clientAddress });
    const path = ownPath(form.data.redirectUrl) ?? '/';
    if (leadsToSecondStep(cookies)) return toSecondStep(path, cookies);
    const next = await pathAfterSignIn(actor, path, context.get(languageContext));
    return redirectWithNotice(next, { kind: 'success', key: 'success.auth/signed-in' }, cookies);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const values = withoutSecrets({
      email: form.data.email,
      redirectUrl: form.data.redirectUrl ?? '',
    });
    return data(
      { ok: false, error: error.code, fieldErrors: {}, values },
      { status: error.status, headers: { [errorCodeHeader]: error.code } },
    );
  }
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

function toSecondStep(path: string, cookies: string[]): Response {
  const headers = new Headers();
  for (const cookie of cookies) headers.append('Set-Cookie', cookie);
  return redirect(`/second-step?redirectUrl=${encodeURIComponent(path)}`, { headers });
}

/** The page wanted before sign-in: from the address, else remembered in this tab's session. */
function useWantedPath(fromAddress: string | null): string {
  const [wanted, setWanted] = useState(fromAddress ?? '');
  useEffect(() => {
    // The server never sees the fragment of the address; the browser keeps it when it is sent here.
    const fragment = fromAddress?.includes('#') ? '' : location.hash;
    const given = fromAddress && ownPath(`${fromAddress}${fragment}`);
    try {
      if (given) sessionStorage.setItem(redirectKey, given);
      // oxlint-disable-next-line react/set-state-in-effect -- storage exists in the browser only
      setWanted(given ?? ownPath(sessionStorage.getItem(redirectKey)) ?? '');
    } catch {
      // Storage may be blocked; the address then carries the wanted page.
    }
  }, [fromAddress]);
  return wanted;
}

const areas = ['intranet', 'forum', 'administration'] as const;

/** Why one has to sign in for the page that one wanted. */
function reasonOf(path: string) {
  const area = areas.find((name) => path === `/${name}` || path.startsWith(`/${name}/`));
  return area ? (`login.for-${area}` as const) : ('login.for-page' as const);
}

export default function Login({ loaderData, ...route }: Route.ComponentProps) {
  const actionData = useStickyActionData(route.actionData);
  const t = useTranslate();
  const textOf = useTextOf();
  const site = useSite();
  const isBusy = useNavigation().state === 'submitting';
  const wanted = useWantedPath(loaderData.redirectUrl);
  const [isKept, setKept] = useState(false);
  const errors: Record<string, string> = actionData?.fieldErrors ?? {};
  const errorOf = (name: string) => errors[name] && textOf(errors[name]);
  return (
    <div className={classes.page}>
      <h1>{t('login.title')}</h1>
      {!site?.reader.email && wanted && <p>{t(reasonOf(wanted))}</p>}
      {site?.reader.email && <p>{t('login.already', { email: site.reader.email })}</p>}
      {actionData?.error && (
        <Message kind="error" text={textOf(actionData.error)} answer={actionData} />
      )}
      <Form method="post" className={classes.form} noValidate>
        <input type="hidden" name="redirectUrl" value={wanted} />
        <TextField
          name="email"
          type="email"
          label={t('field.email')}
          autoComplete="username"
          required
          defaultValue={actionData?.values.email}
          error={errorOf('email')}
        />
        <SecretField
          name="password"
          label={t('field.password')}
          autoComplete="current-password"
          required
          error={errorOf('password')}
        />
        <CheckField
          name="keepSignedIn"
          label={t('login.keep')}
          hint={t('login.keep-hint')}
          onTick={setKept}
        />
        {actionData?.error && <AppCheck />}
        <Button variant="primary" isBusy={isBusy}>
          {t('login.submit')}
        </Button>
      </Form>
      <OtherWays {...loaderData.ways} wanted={wanted} keepSignedIn={isKept} />
      <p className={classes.links}>
        <Link to="/forgot-password">{t('login.forgotten')}</Link>
        <Link to="/sign-up">{t('login.no-account')}</Link>
      </p>
    </div>
  );
}
