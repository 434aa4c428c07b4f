import { Link } from 'react-router';
import { localizeAnswer, type LocalizedEvent } from '~/features/content/reading/event-translation';
import { useLanguage, useTextOf, useTranslate } from '~/i18n/translation-context';
import { eventDates } from '~/features/events/public-pages/event-dates';
import form from '~/ui/form.module.css';
import { Message } from '~/ui/message';
import { Button } from '~/ui/button';
import { CheckField } from '~/ui/fields/choices';
import reading from '~/ui/reading.module.css';
import { Consents, type RegistrationAnswerData, RegistrationForm } from './registration-form';
import type { OwnRegistration as Found } from './registrations.server';
import classes from './registrations.module.css';
import { Form } from '~/ui/form';
import { StatusPill } from '~/ui/status-pill';
import { registrationTones } from '~/features/events/registrations/registration-state';

/** A registration, with the event's texts in the reader's language. */
type Own = Omit<Found, 'event'> & {
  event: Omit<Found['event'], keyof LocalizedEvent> & LocalizedEvent;
};

type OwnRegistrationProps = {
  own: Own;
  modes: Parameters<typeof RegistrationForm>[0]['modes'];
  /** Where the pages of this registration stand: `/events/x` or `/registration/secret`. */
  base: string;
  answer?: RegistrationAnswerData;
};

/** A person's registration with its state and actions. */
export function OwnRegistration({ own, modes, base, answer }: OwnRegistrationProps) {
  const t = useTranslate();
  const textOf = useTextOf();
  const { event, registration, joinUrl, mayChange, isCertified, maySeeList, waitingBefore } = own;
  const { status } = registration;
  const isOpen = status === 'pending' || status === 'confirmed' || status === 'waitlisted';
  return (
    <>
      {answer?.error && <Message kind="error" text={textOf(answer.error)} answer={answer} />}
      <p>
        {event.status === 'cancelled' ? (
          <StatusPill tone="wrong">{t('events.cancelled')}</StatusPill>
        ) : (
          <StatusPill tone={registrationTones[status]}>
            {t(`registration.state.${status}`)}
          </StatusPill>
        )}
      </p>
      <p className={reading.lead}>
        {event.status === 'cancelled'
          ? t('events.is-cancelled')
          : t(`registration.meaning.${status}`, { number: waitingBefore + 1 })}
      </p>
      {status === 'cancelled' && registration.userId === null && mayChange && (
        <p>{t('registration.ask-again')}</p>
      )}
      <RegistrationFacts own={own} />
      {joinUrl && (
        <p>
          <a href={joinUrl} rel="noreferrer">
            {t('registration.join')}
          </a>
        </p>
      )}
      <p className={form.actions}>
        {maySeeList && <Link to={`${base}/participants`}>{t('registration.participants')}</Link>}
        {isCertified && <Link to={`${base}/certificate`}>{t('registration.certificate')}</Link>}
        {own.maySeeEvent && (
          <>
            <a href={`/events/${event.slug}/calendar`} download>
              {t('events.to-calendar')}
            </a>
            <Link to={`/events/${event.slug}`}>{t('registration.to-event')}</Link>
          </>
        )}
      </p>
      {isOpen && mayChange && <Change own={own} modes={modes} answer={answer} />}
      {status !== 'declined' && status !== 'cancelled' && !(isOpen && mayChange) && (
        <OnlyConsents own={own} />
      )}
      {isOpen && mayChange && <Cancel title={event.title} hasPlace={status === 'confirmed'} />}
      {isOpen && !mayChange && event.status === 'published' && (
        <p>{t('registration.deadline-over', { contact: event.contact })}</p>
      )}
    </>
  );
}

function RegistrationFacts({ own }: { own: Own }) {
  const t = useTranslate();
  const language = useLanguage();
  const { event, registration } = own;
  const yesNo = (is: boolean) => t(is ? 'registration.yes' : 'registration.no');
  return (
    <dl className={form.facts}>
      <dt>{t('events.when')}</dt>
      <dd>{eventDates(event, language)}</dd>
      <dt>{t('registration.mode')}</dt>
      <dd>{t(`registration.mode.${registration.mode}`)}</dd>
      {registration.answers.map((given) => {
        const { question, answer, language: spoken } = localizeAnswer(event.questions, given);
        return (
          <div key={given.id} className={form.fact}>
            <dt lang={spoken}>{question}</dt>
            <dd>{answerText(t, answer)}</dd>
          </div>
        );
      })}
      {registration.needs && (
        <>
          <dt>{t('registration.needs')}</dt>
          <dd>{registration.needs}</dd>
        </>
      )}
      {event.attendeeList !== 'nobody' && (
        <>
          <dt>{t('registration.on-list')}</dt>
          <dd>{yesNo(registration.listConsent)}</dd>
        </>
      )}
      <dt>{t('registration.photographs')}</dt>
      <dd>{yesNo(registration.photoConsent)}</dd>
    </dl>
  );
}

/** "yes" and "no" are codes; everything else is free text. */
export function answerText(t: ReturnType<typeof useTranslate>, answer: string): string {
  return answer === 'yes' || answer === 'no' ? t(`registration.${answer}`) : answer;
}

function valuesOf({ event, registration }: Own): Record<string, string> {
  const { mode, needs, listConsent, photoConsent, answers } = registration;
  return {
    mode,
    needs: needs ?? '',
    needsConsent: needs ? 'on' : '',
    listConsent: listConsent ? event.attendeeList : '',
    photoConsent: photoConsent ? 'on' : '',
    ...Object.fromEntries(answers.map(({ id, answer }) => [`question-${id}`, answer])),
  };
}

type ChangeProps = Pick<OwnRegistrationProps, 'own' | 'modes' | 'answer'>;

function Change({ own, modes, answer }: ChangeProps) {
  const t = useTranslate();
  return (
    <details className={classes.more} open={answer?.values?.intent === 'change'}>
      <summary>{t('registration.change')}</summary>
      <RegistrationForm
        key={JSON.stringify(valuesOf(own))}
        intent="change"
        version={own.registration.version}
        event={own.event}
        modes={modes}
        values={valuesOf(own)}
        status={own.registration.status}
        answer={answer}
      />
    </details>
  );
}

function OnlyConsents({ own }: { own: Own }) {
  const t = useTranslate();
  return (
    <details className={classes.more}>
      <summary>{t('registration.change-consents')}</summary>
      <Form method="post" className={form.form}>
        <input type="hidden" name="intent" value="consents" />
        <Consents event={own.event} given={valuesOf(own)} />
        {own.registration.needs && (
          <CheckField name="removeNeeds" label={t('registration.remove-needs')} />
        )}
        <Button>{t('registration.save')}</Button>
      </Form>
    </details>
  );
}

function Cancel({ title, hasPlace }: { title: string; hasPlace: boolean }) {
  const t = useTranslate();
  return (
    <details className={classes.more}>
      <summary>{t('registration.withdraw')}</summary>
      <Form method="post" className={form.form}>
        <input type="hidden" name="intent" value="cancel" />
        <p>
          {t(hasPlace ? 'registration.withdraw-text' : 'registration.withdraw-waiting-text', {
            title,
          })}
        </p>
        <Button variant="danger">{t('registration.withdraw-confirm')}</Button>
      </Form>
    </details>
  );
}
