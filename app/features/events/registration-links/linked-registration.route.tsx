import { data } from 'react-router';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { AppError } from '~/policy/errors';
import { inAllWords } from '~/features/events/events.server';
import { languageContext } from '~/i18n/language.server';
import { useTranslate } from '~/i18n/translation-context';
import { reloadAfterConflict } from '~/lib/forms/revalidation';
import { siteMeta } from '~/site/site-meta';
import reading from '~/ui/reading.module.css';
import type { Route } from './+types/linked-registration.route';
import { actOnOwn } from '~/features/events/registrations/own-registration-action.server';
import { OwnRegistration } from '~/features/events/registrations/own-registration';
import { findOwnRegistration } from '~/features/events/registrations/registrations.server';
import classes from '~/features/events/registrations/registrations.module.css';
import { keepFormOnNetworkError } from '~/ui/stay-on-network-error';
import { useStickyActionData } from '~/ui/sticky-action-data';

/** By the link in a mail. Opening it changes nothing: mail gateways open every link. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const own = await findOwnRegistration(context.get(actorContext), { token: params.token }).catch(
    throwErrorResponse,
  );
  if (!own) throwErrorResponse(new AppError('error.not-found'));
  const event = await inAllWords(own.event, context.get(languageContext));
  return data({ own: { ...own, event } }, { headers: { 'Cache-Control': 'no-store' } });
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  return siteMeta(matches, {
    title: loaderData.own.event.title,
    path: '/events/overview',
    noIndex: true,
  });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { token } = params;
  const actor = context.get(actorContext);
  const here = `/registration/${token}`;
  return actOnOwn({ actor, access: { token }, here }, await request.formData());
}

export const shouldRevalidate = reloadAfterConflict;

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepFormOnNetworkError(serverAction);
}

/** One's own registration without signing in. */
export default function LinkedRegistration({ loaderData, params, ...route }: Route.ComponentProps) {
  const actionData = useStickyActionData(route.actionData);
  const t = useTranslate();
  const { own } = loaderData;
  return (
    <div className={classes.page}>
      <header className={reading.head}>
        <p className={reading.kind} lang={own.event.language}>
          {own.event.title}
        </p>
        <h1>{t('registration.own')}</h1>
      </header>
      <OwnRegistration
        own={own}
        modes={own.modes}
        base={`/registration/${params.token}`}
        answer={actionData}
      />
    </div>
  );
}
