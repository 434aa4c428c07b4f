import type { ReactElement } from 'react';
import type { Translate } from '~/i18n/translate';
import { MailLayout, MailLink, MailText } from '~/ui/mail-layout.email';

/** What administrators are told about what another one has done to an account. */
export type AdministratorNoticeKind =
  | 'administrator-made'
  | 'proposal-refused'
  | 'proposed'
  | 'reactivated'
  | 'role-changed'
  | 'second-factor-reset'
  | 'suspended';

type AdministratorNoticeMail = {
  translate: Translate;
  site: string;
  /** The record of the person, whom the mail does not name, or the proposals. */
  address: string;
  kind: AdministratorNoticeKind;
};

/** Says what happened and where to see to whom, by whom and why. */
export function administratorNoticeEmail(mail: AdministratorNoticeMail): {
  subject: string;
  body: ReactElement;
} {
  const { translate, site, address, kind } = mail;
  const subject = translate('mail.administrator-notice.subject', { site });
  return {
    subject,
    body: (
      <MailLayout title={subject} site={site} translate={translate}>
        <MailText>{translate(`mail.administrator-notice.${kind}`)}</MailText>
        <MailText>{translate('mail.administrator-notice.otherwise')}</MailText>
        <MailLink href={address}>
          {translate(`mail.administrator-notice.${kind === 'proposed' ? 'proposals' : 'link'}`)}
        </MailLink>
      </MailLayout>
    ),
  };
}
