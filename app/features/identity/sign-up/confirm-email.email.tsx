import type { ReactElement } from 'react';
import type { Translate } from '~/i18n/translate';
import { MailLayout, MailLink, MailText } from '~/ui/mail-layout.email';

type ConfirmEmailMail = { translate: Translate; site: string; address: string; hours: number };

/** The link by which a person who signed up confirms the address. */
export function confirmEmailEmail(mail: ConfirmEmailMail): { subject: string; body: ReactElement } {
  const { translate, site, address, hours } = mail;
  const subject = translate('mail.confirm-email.subject', { site });
  return {
    subject,
    body: (
      <MailLayout title={subject} site={site} translate={translate}>
        <MailText>{translate('mail.confirm-email.why')}</MailText>
        <MailLink href={address}>{translate('mail.confirm-email.link')}</MailLink>
        <MailText>{translate('mail.confirm-email.limit', { hours })}</MailText>
      </MailLayout>
    ),
  };
}
