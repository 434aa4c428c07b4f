import type { ReactElement } from 'react';
import type { Translate } from '~/i18n/translate';
import { isolated } from './isolated';
import { MailLayout, MailLink, MailText } from '~/ui/mail-layout.email';

/** `title` is empty when it is not shown. */
export type QuotedComment = { title: string; author: string; words: string; address: string };

type ForumNoticeMail = {
  translate: Translate;
  site: string;
  notice: 'new-comment' | 'mention' | 'answer';
  address: string;
  settings: string;
  /** Only where both the category and the member allow it. */
  quoted: QuotedComment | null;
};

/** Tells of one comment. The subject is neutral, and the words stay in the forum unless allowed. */
export function forumNoticeEmail(mail: ForumNoticeMail): { subject: string; body: ReactElement } {
  const { translate, site, notice, address, settings, quoted } = mail;
  const subject = translate(`mail.forum.${notice}.subject`, { site });
  return {
    subject,
    body: (
      <MailLayout title={subject} site={site} translate={translate}>
        <MailText>{translate(`mail.forum.${notice}.text`)}</MailText>
        {quoted && (
          <MailText>
            {quoted.title && isolated(quoted.title)}
            {quoted.title && <br />}
            {translate('word.label', { label: isolated(quoted.author) })} {isolated(quoted.words)}
          </MailText>
        )}
        <MailLink href={address}>{translate('mail.forum.link')}</MailLink>
        <MailLink href={settings}>{translate('mail.forum.settings')}</MailLink>
      </MailLayout>
    ),
  };
}

type ForumDigestMail = {
  translate: Translate;
  site: string;
  topics: { address: string; count: number; title: string | null }[];
  /** How many topics there are besides. */
  more: number;
  /** Where they are found. */
  forum: string;
  settings: string;
};

/** Tells of the new comments of a day or a week, by topic. */
export function forumDigestEmail(mail: ForumDigestMail): { subject: string; body: ReactElement } {
  const { translate, site, topics, more, forum, settings } = mail;
  const subject = translate('mail.forum.digest.subject', { site });
  return {
    subject,
    body: (
      <MailLayout title={subject} site={site} translate={translate}>
        <MailText>{translate('mail.forum.digest.text')}</MailText>
        {topics.map(({ address, count, title }) => (
          <MailLink key={address} href={address}>
            {title ? `${translate('word.label', { label: isolated(title) })} ` : ''}
            {translate('mail.forum.digest.count', { count })}
          </MailLink>
        ))}
        {more > 0 && (
          <MailLink href={forum}>{translate('mail.forum.digest.more', { count: more })}</MailLink>
        )}
        <MailLink href={settings}>{translate('mail.forum.settings')}</MailLink>
      </MailLayout>
    ),
  };
}
