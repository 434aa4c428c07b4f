import type { ReactElement } from 'react';
import type { Translate } from '~/i18n/translate';
import { MailLayout, MailLink, MailText } from '~/ui/mail-layout.email';

type ResetPasswordMail = { translate: Translate; site: string; address: string; minutes: number };

/** The link to set a new password. */
export function resetPasswordEmail(mail: ResetPasswordMail): {
  subject: string;
  body: ReactElement;
} {
  const { translate, site, address, minutes } = mail;
  const subject = translate('mail.reset-password.subject', { site });
  return {
    subject,
    body: (
      <MailLayout title={subject} site={site} translate={translate}>
        <MailText>{translate('mail.reset-password.why')}</MailText>
        <MailLink href={address}>{translate('mail.reset-password.link')}</MailLink>
        <MailText>{translate('mail.reset-password.limit', { minutes })}</MailText>
        <MailText>{translate('mail.reset-password.ignore')}</MailText>
      </MailLayout>
    ),
  };
}
