import { data } from 'react-router';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { AppError } from '~/policy/errors';
import { inAllWords } from '~/features/events/events.server';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTextOf, useTranslate } from '~/i18n/translation-context';
import { parseForm, sentTexts } from '~/lib/forms/form';
import { eventDates } from '~/features/events/public-pages/event-dates';
import { redirectWithNotice } from '~/answers/notices.server';
import { siteMeta } from '~/site/site-meta';
import { Message } from '~/ui/message';
import reading from '~/ui/reading.module.css';
import type { Route } from './+types/guest.route';
import { getInvitation, registerGuest } from './guests.server';
import {
  RegistrationForm,
  type RegistrationAnswerData,
} from '~/features/events/registrations/registration-form';
import { doneNotice } from '~/features/events/registrations/own-registration-action.server';
import { registrationSchema } from '~/features/events/registrations/registration-schemas';
import classes from '~/features/events/registrations/registrations.module.css';
import { keepFormOnNetworkError } from '~/ui/stay-on-network-error';
import { useStickyActionData } from '~/ui/sticky-action-data';

/** By the link in a mail. Opening it changes nothing: mail gateways open every link. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const invitation = await getInvitation(context.get(actorContext), params.token).catch(
    throwErrorResponse,
  );
  const event = await inAllWords(invitation.event, context.get(languageContext));
  return data({ ...invitation, event }, { headers: { 'Cache-Control': 'no-store' } });
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const page = { path: '/events/overview', noIndex: true };
  return siteMeta(matches, { title: loaderData.event.title, ...page });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = context.get(actorContext);
  const sent = await request.formData();
  try {
    const { event } = await getInvitation(actor, params.token);
    const form = parseForm(registrationSchema(event.questions), sent);
    if (!form.ok) return data<RegistrationAnswerData>(form, { status: 400 });
    const input = { ...form.data, language: context.get(languageContext) };
    const { token, isMailed } = await registerGuest(actor, params.token, input);
    const notice = doneNotice('success.registration-saved', isMailed);
    return redirectWithNotice(`/registration/${token}`, notice);
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'error.not-found') throwErrorResponse(error);
    const answer: RegistrationAnswerData = { error: error.code, values: sentTexts(sent) };
    return data(answer, { status: error.status });
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepFormOnNetworkError(serverAction);
}

/** The form for someone whom the secretariat has invited. */
export default function Guest({ loaderData, ...route }: Route.ComponentProps) {
  const actionData = useStickyActionData(route.actionData);
  const t = useTranslate();
  const textOf = useTextOf();
  const language = useLanguage();
  const { event, guest, modes, offer } = loaderData;
  return (
    <div className={classes.page}>
      <header className={reading.head}>
        <p className={reading.kind}>{t('registration.invitation')}</p>
        <h1 lang={event.language}>{event.title}</h1>
        <p className={reading.lead} lang={event.language}>
          {event.summary}
        </p>
        <p>{eventDates(event, language)}</p>
      </header>
      {actionData?.error && (
        <Message kind="error" text={textOf(actionData.error)} answer={actionData} />
      )}
      <p>{t('registration.invited-as', { name: guest.name, email: guest.email })}</p>
      {offer === 'open' || offer === 'not-yet' ? (
        <RegistrationForm intent="register" event={event} modes={modes} answer={actionData} />
      ) : (
        <p>{t(event.status === 'cancelled' ? 'events.is-cancelled' : 'registration.is-closed')}</p>
      )}
      {event.status === 'cancelled' && <p lang={event.language}>{event.cancelledReason}</p>}
    </div>
  );
}
