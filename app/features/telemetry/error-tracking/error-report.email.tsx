import type { ReactElement } from 'react';
import type { Translate } from '~/i18n/translate';
import { MailLayout, MailLink, MailText } from '~/ui/mail-layout.email';

type ErrorReportMail = { translate: Translate; site: string; count: number; address: string };

/** How many faults wait; what they are is read behind the sign-in. */
export function errorReportEmail({ translate, site, count, address }: ErrorReportMail): {
  subject: string;
  body: ReactElement;
} {
  const subject = translate('mail.error-report.subject', { site });
  return {
    subject,
    body: (
      <MailLayout title={subject} site={site} translate={translate}>
        <MailText>{translate('mail.error-report.text', { count })}</MailText>
        <MailLink href={address}>{translate('mail.error-report.link')}</MailLink>
      </MailLayout>
    ),
  };
}
