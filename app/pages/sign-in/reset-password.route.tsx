import { data } from 'react-router';
import { actorContext } from '~/policy/actor';
import { activateMembership } from '~/features/membership/membership.server';
import { languageContext } from '~/i18n/language.server';
import { useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { siteMeta } from '~/site/site-meta';
import type { Route } from './+types/reset-password.route';
import { LinkIsOver, NewPasswordPage } from '~/features/identity/passwords/new-password-page';
import { setNewPassword } from '~/features/identity/passwords/new-password.server';
import { isResetLinkUsable, resetPassword } from '~/features/identity/sign-in/sign-in.server';
import { useStickyActionData } from '~/ui/sticky-action-data';

/** Opening the link changes nothing: mail gateways open every link. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const isUsable = await isResetLinkUsable(context.get(actorContext), params.token);
  const title = translateIn(context.get(languageContext))('reset.title');
  return data({ isUsable, title }, { status: isUsable ? 200 : 410 });
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/forgot-password', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

export function action({ request, params, context }: Route.ActionArgs) {
  return setNewPassword(request, 'success.password-changed', (password) =>
    // Who was invited and let the invitation run out may come this way.
    resetPassword(context.get(actorContext), { token: params.token, password }, activateMembership),
  );
}

export default function ResetPassword({ loaderData, ...route }: Route.ComponentProps) {
  const actionData = useStickyActionData(route.actionData);
  const t = useTranslate();
  const title = t('reset.title');
  if (!loaderData.isUsable) {
    return (
      <LinkIsOver
        title={title}
        text={t('error.auth/expired-action-code')}
        to="/forgot-password"
        toText={t('reset.again')}
      />
    );
  }
  const words = { title, intro: t('reset.intro'), submit: t('reset.submit') };
  return <NewPasswordPage words={words} answer={actionData} />;
}
