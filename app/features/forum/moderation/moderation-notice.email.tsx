import type { ReactElement } from 'react';
import type { Translate } from '~/i18n/translate';
import { MailLayout, MailLink, MailText } from '~/ui/mail-layout.email';

/** What a mail of the moderation is about; none of them says what was written or by whom. */
export type ModerationNotice =
  | 'new-flag'
  | 'flag-reminder'
  | 'revised'
  | 'revision-reminder'
  | 'suspension-proposed'
  | 'statement'
  | 'outcome'
  | 'appeal';

type ModerationNoticeMail = {
  translate: Translate;
  site: string;
  notice: ModerationNotice;
  address: string;
};

export function moderationNoticeEmail({ translate, site, notice, address }: ModerationNoticeMail): {
  subject: string;
  body: ReactElement;
} {
  const subject = translate(`mail.moderation.${notice}.subject`, { site });
  return {
    subject,
    body: (
      <MailLayout title={subject} site={site} translate={translate}>
        <MailText>{translate(`mail.moderation.${notice}.text`)}</MailText>
        <MailLink href={address}>{translate('mail.moderation.link')}</MailLink>
      </MailLayout>
    ),
  };
}
