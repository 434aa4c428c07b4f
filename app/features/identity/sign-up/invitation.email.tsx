import type { ReactElement } from 'react';
import type { Translate } from '~/i18n/translate';
import { MailLayout, MailLink, MailText } from '~/ui/mail-layout.email';

type InvitationMail = { translate: Translate; site: string; address: string; hours: number };

/** The link by which a person whose account was made by an administrator sets the first password. */
export function invitationEmail(mail: InvitationMail): { subject: string; body: ReactElement } {
  const { translate, site, address, hours } = mail;
  const subject = translate('mail.invitation.subject', { site });
  return {
    subject,
    body: (
      <MailLayout title={subject} site={site} translate={translate}>
        <MailText>{translate('mail.invitation.why', { site })}</MailText>
        <MailLink href={address}>{translate('mail.invitation.link')}</MailLink>
        <MailText>{translate('mail.invitation.limit', { hours })}</MailText>
      </MailLayout>
    ),
  };
}
