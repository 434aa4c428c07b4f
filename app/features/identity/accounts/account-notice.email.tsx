import type { ReactElement } from 'react';
import type { Translate } from '~/i18n/translate';
import { MailLayout, MailLink, MailText } from '~/ui/mail-layout.email';

/** Tells people about changes to their account, so that they notice a stranger's (ASVS 6.3.7). */
export type AccountNoticeKind =
  | 'email-changed'
  | 'new-device'
  | 'passkey-added'
  | 'passkey-removed'
  | 'password-changed'
  | 'reactivated'
  | 'reactivated-invited'
  | 'recovery-renewed'
  | 'recovery-used'
  | 'role-changed'
  | 'second-factor-off'
  | 'second-factor-on'
  | 'second-factor-reset'
  | 'suspended';

type AccountNoticeMail = {
  translate: Translate;
  site: string;
  contact: string;
  address: string;
  kind: AccountNoticeKind;
};

/** Acts of administrators: these notices need no advice in case it was not the person. */
const byAdministrator: readonly AccountNoticeKind[] = [
  'reactivated',
  'reactivated-invited',
  'role-changed',
  'second-factor-reset',
  'suspended',
];

/** Where the person cannot sign in, or gets another e-mail for it. */
const withoutLink: readonly AccountNoticeKind[] = ['reactivated-invited', 'suspended'];

/** Says what happened, and what to do when it was someone else or whom to ask. */
export function accountNoticeEmail(mail: AccountNoticeMail): {
  subject: string;
  body: ReactElement;
} {
  const { translate, site, contact, address, kind } = mail;
  const subject = translate('mail.account-notice.subject', { site });
  return {
    subject,
    body: (
      <MailLayout title={subject} site={site} translate={translate}>
        <MailText>{translate(`mail.account-notice.${kind}`)}</MailText>
        {byAdministrator.includes(kind) ? (
          <MailText>{translate('mail.account-notice.questions', { contact })}</MailText>
        ) : (
          <>
            <MailText>{translate('mail.account-notice.fine')}</MailText>
            <MailText>{translate('mail.account-notice.otherwise', { contact })}</MailText>
          </>
        )}
        {!withoutLink.includes(kind) && (
          <MailLink href={address}>
            {translate(
              kind === 'reactivated' ? 'mail.account-notice.sign-in' : 'mail.account-notice.link',
            )}
          </MailLink>
        )}
      </MailLayout>
    ),
  };
}
