import type { ReactElement } from 'react';
import type { Translate } from '~/i18n/translate';
import { eventDates } from '~/features/events/public-pages/event-dates';
import type { Mode } from './capacity.server';
import { MailLayout, MailLink, MailText } from '~/ui/mail-layout.email';

export type RegistrationTemplate =
  | 'invitation'
  | 'pending'
  | 'confirmed'
  | 'waitlisted'
  | 'moved-up'
  | 'declined'
  | 'cancelled'
  | 'reminder'
  | 'changed'
  | 'moved'
  | 'event-cancelled';

type RegistrationEmail = {
  translate: Translate;
  language: string;
  site: string;
  template: RegistrationTemplate;
  /** Where the link at the end leads; null: there is none. */
  address: string | null;
  /** What the link says; absent: that it leads to the registration. */
  linkText?: 'mail.registration.answer' | 'mail.registration.see' | 'registration.to-event';
  event: {
    title: string;
    place?: string;
    startsAt: string;
    endsAt: string;
    zone: string;
    allDay: boolean;
  };
  /** How the person takes part, where there is a choice. */
  mode?: Mode;
  /** The other way to take part, where it has places left for those who wait. */
  freeMode?: Mode;
  /** Why the event has changed or does not take place. */
  reason: string | null;
};

/** All mails about a registration: what has happened, the event in three lines, then one link. */
export function registrationEmail(mail: RegistrationEmail): {
  subject: string;
  body: ReactElement;
} {
  const { translate, language, site, template, address, event, mode, freeMode, reason } = mail;
  const { linkText = 'mail.registration.link' } = mail;
  const subject = translate(`mail.registration.${template}.subject`, { site });
  return {
    subject,
    body: (
      <MailLayout title={subject} site={site} translate={translate}>
        <MailText>
          {template === 'waitlisted' && mode
            ? translate(`mail.registration.waitlisted.${mode}`)
            : translate(`mail.registration.${template}.text`, { site })}
          {freeMode && ` ${translate(`mail.registration.places-left.${freeMode}`)}`}
        </MailText>
        <MailText>
          <strong>{event.title}</strong>
          <br />
          {eventDates(event, language)}
          {event.place && <br />}
          {event.place}
          {mode && <br />}
          {mode && translate(`mail.registration.mode.${mode}`)}
        </MailText>
        {template === 'event-cancelled' && reason && <MailText>{reason}</MailText>}
        {template === 'changed' && reason && (
          <MailText>
            {translate('mail.registration.changed.reason')}
            <br />
            {reason}
          </MailText>
        )}
        {address && <MailLink href={address}>{translate(linkText)}</MailLink>}
      </MailLayout>
    ),
  };
}
