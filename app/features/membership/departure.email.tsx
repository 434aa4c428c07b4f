import type { ReactElement } from 'react';
import type { Translate } from '~/i18n/translate';
import { MailLayout, MailText } from '~/ui/mail-layout.email';

type DepartureMail = {
  translate: Translate;
  site: string;
  name: string;
  /** What the register said: number and category; null when the account came from no application. */
  membership: { number: string; category: string } | null;
};

/** Tells the secretariat who has deleted an account, for the records kept outside the site. */
export function departureEmail({ translate, site, name, membership }: DepartureMail): {
  subject: string;
  body: ReactElement;
} {
  const subject = translate('mail.departure.subject', { site });
  return {
    subject,
    body: (
      <MailLayout title={subject} site={site} translate={translate}>
        <MailText>{translate('mail.departure.text', { name })}</MailText>
        {membership && <MailText>{translate('mail.departure.membership', membership)}</MailText>}
        <MailText>{translate('mail.departure.records')}</MailText>
      </MailLayout>
    ),
  };
}
