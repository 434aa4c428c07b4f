import type { ReactElement } from 'react';
import type { Translate } from '~/i18n/translate';
import { MailLayout, MailLink, MailText } from '~/ui/mail-layout.email';
import type { MailRhythm } from './follow-rhythms';

export type DigestGroup = {
  /** What is followed. */
  name: string;
  entries: { name: string; facts: string; address: string }[];
  /** How many more there are, and where. */
  more: { kind: 'decisions' | 'documents'; count: number };
  /** How many decisions are for members only. */
  forMembers: number;
  address: string;
};

type FollowDigestMail = {
  translate: Translate;
  site: string;
  rhythm: MailRhythm;
  groups: readonly DigestGroup[];
  /** The identifiers of followed decisions that were withdrawn; null of one for members. */
  withdrawals: readonly (string | null)[];
  /** How many followed folders were deleted. */
  deletedFolders: number;
  settings: string;
  unsubscribe: string;
};

/** Tells a member what is new, in a day or a week, in what the member follows. */
export function followDigestEmail(mail: FollowDigestMail): {
  subject: string;
  body: ReactElement;
} {
  const { translate, site, rhythm, groups, withdrawals, deletedFolders } = mail;
  const subject = translate('mail.follows.subject', { site });
  return {
    subject,
    body: (
      <MailLayout title={subject} site={site} translate={translate}>
        {groups.length > 0 && <MailText>{translate('mail.follows.text')}</MailText>}
        {groups.map((group, at) => (
          <Group key={`${at} ${group.address}`} group={group} translate={translate} />
        ))}
        {withdrawals.map((identifier, at) => (
          <MailText key={`${at} ${identifier}`}>
            {identifier === null
              ? translate('mail.follows.members-withdrawn')
              : translate('mail.follows.withdrawn', { identifier })}
          </MailText>
        ))}
        {deletedFolders > 0 && (
          <MailText>{translate('mail.follows.deleted-folder', { count: deletedFolders })}</MailText>
        )}
        <MailText>{translate(`mail.follows.why.${rhythm}`)}</MailText>
        <MailLink href={mail.settings}>{translate('mail.follows.settings')}</MailLink>
        <MailLink href={mail.unsubscribe}>{translate('mail.follows.unsubscribe')}</MailLink>
      </MailLayout>
    ),
  };
}

function Group({ group, translate }: { group: DigestGroup; translate: Translate }) {
  const { name, entries, more, forMembers, address } = group;
  return (
    <>
      <MailText>
        <strong>{name}</strong>
      </MailText>
      {entries.map((entry) => (
        <MailLink key={entry.address} href={entry.address}>
          {entry.name}
          <br />
          {entry.facts}
        </MailLink>
      ))}
      {more.count > 0 && (
        <MailLink href={address}>
          {translate(`mail.follows.more-${more.kind}`, { count: more.count })}
        </MailLink>
      )}
      {forMembers > 0 && (
        <MailLink href={address}>
          {translate('mail.follows.members-decisions', { count: forMembers })}
        </MailLink>
      )}
    </>
  );
}
