import { data, Link } from 'react-router';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { AppError } from '~/policy/errors';
import { inAllWords } from '~/features/events/events.server';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTextOf, useTranslate } from '~/i18n/translation-context';
import { parseForm, sentTexts } from '~/lib/forms/form';
import { formatInstant } from '~/lib/format/format-date';
import { redirectWithNotice } from '~/answers/notices.server';
import { reloadAfterConflict } from '~/lib/forms/revalidation';
import { siteMeta } from '~/site/site-meta';
import { Message } from '~/ui/message';
import reading from '~/ui/reading.module.css';
import { keepFormOnNetworkError } from '~/ui/stay-on-network-error';
import { useStickyActionData } from '~/ui/sticky-action-data';
import type { Route } from './+types/registration.route';
import { actOnOwn, doneNotice } from './own-registration-action.server';
import { OwnRegistration } from './own-registration';
import { RegistrationForm, type RegistrationAnswerData } from './registration-form';
import { registrationSchema } from './registration-schemas';
import { findOwnRegistration, getOffer, register } from './registrations.server';
import classes from './registrations.module.css';

export async function loader({ params, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const offer = await getOffer(actor, params.slug).catch(throwErrorResponse);
  const own = await findOwnRegistration(actor, { slug: params.slug }).catch(throwErrorResponse);
  if (!own && offer.event.registration !== 'internal') {
    throwErrorResponse(new AppError('error.not-found'));
  }
  const language = context.get(languageContext);
  return {
    ...offer,
    event: await inAllWords(offer.event, language),
    own: own && { ...own, event: await inAllWords(own.event, language) },
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { title, slug } = loaderData.event;
  return siteMeta(matches, { title, path: `/events/${slug}`, noIndex: true });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = context.get(actorContext);
  const here = `/events/${params.slug}/registration`;
  const sent = await request.formData();
  if (sent.get('intent') !== 'register') {
    return actOnOwn({ actor, access: { slug: params.slug }, here }, sent);
  }
  try {
    const { event } = await getOffer(actor, params.slug);
    const form = parseForm(registrationSchema(event.questions), sent);
    if (!form.ok) return data<RegistrationAnswerData>(form, { status: 400 });
    const input = { ...form.data, language: context.get(languageContext) };
    const { status, isMailed } = await register(actor, params.slug, input);
    return redirectWithNotice(here, doneNotice(`success.registration-${status}`, isMailed));
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'error.not-found') throwErrorResponse(error);
    const answer: RegistrationAnswerData = { error: error.code, values: sentTexts(sent) };
    return data(answer, { status: error.status });
  }
}

export const shouldRevalidate = reloadAfterConflict;

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepFormOnNetworkError(serverAction);
}

/** A member's registration for an event: the form, or its state. */
export default function Registration({ loaderData, ...route }: Route.ComponentProps) {
  const actionData = useStickyActionData(route.actionData);
  const t = useTranslate();
  const { event, own, modes } = loaderData;
  const isRegistered = own && own.registration.status !== 'cancelled';
  return (
    <div className={classes.page}>
      <header className={reading.head}>
        <p className={reading.kind}>
          <Link to={`/events/${event.slug}`} lang={event.language}>
            {event.title}
          </Link>
        </p>
        <h1>{t(isRegistered ? 'registration.own' : 'registration.title')}</h1>
      </header>
      {isRegistered ? (
        <OwnRegistration
          own={own}
          modes={modes}
          base={`/events/${event.slug}`}
          answer={actionData}
        />
      ) : (
        <Offer loaderData={loaderData} answer={actionData} />
      )}
    </div>
  );
}

type OfferProps = {
  loaderData: Route.ComponentProps['loaderData'];
  answer?: RegistrationAnswerData;
};

function Offer({ loaderData, answer }: OfferProps) {
  const t = useTranslate();
  const textOf = useTextOf();
  const language = useLanguage();
  const { event, offer, modes, own } = loaderData;
  const isFull = !event.waitingList && modes.every(({ free }) => free === 0);
  return (
    <>
      {answer?.error && <Message kind="error" text={textOf(answer.error)} answer={answer} />}
      {own && <p>{t('registration.meaning.cancelled')}</p>}
      {offer === 'not-yet' && event.opensAtInstant && (
        <p>
          {t('registration.opens', {
            time: formatInstant(event.opensAtInstant, language, event.zone),
          })}
        </p>
      )}
      {(offer === 'closed' || offer === 'none') && <p>{t('registration.is-closed')}</p>}
      {offer === 'open' && isFull && <p>{t('registration.full')}</p>}
      {offer === 'open' && !isFull && (
        <>
          {event.approval && <p>{t('registration.needs-approval')}</p>}
          <RegistrationForm intent="register" event={event} modes={modes} answer={answer} />
        </>
      )}
    </>
  );
}
