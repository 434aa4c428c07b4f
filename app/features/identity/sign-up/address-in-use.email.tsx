import type { ReactElement } from 'react';
import type { Translate } from '~/i18n/translate';
import { MailLayout, MailLink, MailText } from '~/ui/mail-layout.email';

type AddressInUseMail = { translate: Translate; site: string; address: string };

/** Tells the owner of an account that someone signed up with the same address. */
export function addressInUseEmail(mail: AddressInUseMail): { subject: string; body: ReactElement } {
  const { translate, site, address } = mail;
  const subject = translate('mail.address-in-use.subject', { site });
  return {
    subject,
    body: (
      <MailLayout title={subject} site={site} translate={translate}>
        <MailText>{translate('mail.address-in-use.why')}</MailText>
        <MailLink href={address}>{translate('mail.address-in-use.link')}</MailLink>
      </MailLayout>
    ),
  };
}
