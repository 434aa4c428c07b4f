import type { ReactElement } from 'react';
import type { Translate } from '~/i18n/translate';
import { MailLayout, MailText } from '~/ui/mail-layout.email';

type AccountDeletedMail = { translate: Translate; site: string; contact: string };

/** Confirms to former members that the account is gone, and says what stays (GDPR article 12(3)). */
export function accountDeletedEmail({ translate, site, contact }: AccountDeletedMail): {
  subject: string;
  body: ReactElement;
} {
  const subject = translate('mail.account-deleted.subject', { site });
  return {
    subject,
    body: (
      <MailLayout title={subject} site={site} translate={translate}>
        <MailText>{translate('mail.account-deleted.text')}</MailText>
        <MailText>{translate('mail.account-deleted.kept')}</MailText>
        <MailText>{translate('mail.account-deleted.otherwise', { contact })}</MailText>
      </MailLayout>
    ),
  };
}
