import { data } from 'react-router';
import { actorContext } from '~/policy/actor';
import { activateMembership } from '~/features/membership/membership.server';
import { languageContext } from '~/i18n/language.server';
import { useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { siteMeta } from '~/site/site-meta';
import type { Route } from './+types/invitation.route';
import { LinkIsOver, NewPasswordPage } from '~/features/identity/passwords/new-password-page';
import { setNewPassword } from '~/features/identity/passwords/new-password.server';
import {
  acceptInvitation,
  isInvitationUsable,
} from '~/features/identity/sign-up/invitation.server';
import { useStickyActionData } from '~/ui/sticky-action-data';

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

export function action({ request, params, context }: Route.ActionArgs) {
  return setNewPassword(request, 'success.password-set', (password) =>
    acceptInvitation(
      context.get(actorContext),
      { token: params.token, password },
      activateMembership,
    ),
  );
}

export default function Invitation({ loaderData, ...route }: Route.ComponentProps) {
  const actionData = useStickyActionData(route.actionData);
  const t = useTranslate();
  const title = t('invitation.title');
  if (!loaderData.isUsable) {
    return (
      <LinkIsOver title={title} text={t('invitation.over')} to="/login" toText={t('forgot.back')} />
    );
  }
  const words = { title, intro: t('invitation.intro'), submit: t('invitation.submit') };
  return <NewPasswordPage words={words} answer={actionData} />;
}
