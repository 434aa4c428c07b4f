import type { ReactElement } from 'react';
import type { Translate } from '~/i18n/translate';
import { MailLayout, MailLink, MailText } from '~/ui/mail-layout.email';

type EmailChangeMail = {
  translate: Translate;
  site: string;
  contact: string;
  address: string;
  hours: number;
  side: 'old' | 'new';
  /** The new address. */
  email: string;
};

/** Asks one of the two addresses whether it agrees to the change. */
export function emailChangeEmail(mail: EmailChangeMail): { subject: string; body: ReactElement } {
  const { translate, site, contact, address, hours, side, email } = mail;
  const subject = translate('mail.email-change.subject', { site });
  return {
    subject,
    body: (
      <MailLayout title={subject} site={site} translate={translate}>
        <MailText>{translate(`mail.email-change.${side}`, { email })}</MailText>
        <MailLink href={address}>{translate('mail.email-change.link')}</MailLink>
        <MailText>{translate('mail.email-change.limit', { hours })}</MailText>
        <MailText>{translate('mail.email-change.otherwise', { contact })}</MailText>
      </MailLayout>
    ),
  };
}
