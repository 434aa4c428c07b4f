import type { ReactElement } from 'react';
import type { Translate } from '~/i18n/translate';
import { MailLayout, MailLink, MailText } from '~/ui/mail-layout.email';

type SubscriptionMail = {
  translate: Translate;
  language: string;
  site: string;
  /** Everything asked for is received already. */
  isComplete: boolean;
  address: string;
  days: number;
};

/** Asks whether the subscription is wanted, or says that there is one already. */
export function subscriptionEmail(mail: SubscriptionMail): { subject: string; body: ReactElement } {
  const { translate, site, isComplete, address, days } = mail;
  const subject = translate('mail.subscription.subject', { site });
  return {
    subject,
    body: (
      <MailLayout title={subject} site={site} translate={translate}>
        <MailText>
          {translate(isComplete ? 'mail.subscription.known' : 'mail.subscription.text')}
        </MailText>
        <MailLink href={address}>
          {translate(isComplete ? 'mail.subscription.change' : 'mail.subscription.link')}
        </MailLink>
        {!isComplete && (
          <MailText>{translate('mail.subscription.ignore', { count: days })}</MailText>
        )}
      </MailLayout>
    ),
  };
}
