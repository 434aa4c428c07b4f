import type { ReactElement } from 'react';
import type { Translate } from '~/i18n/translate';
import { MailLayout, MailLink, MailText } from '~/ui/mail-layout.email';
import type { MailRhythm } from './follow-rhythms';

export type DigestGroup = {
  /** What is followed. */
  name: string;
  decisions: { name: string; facts: string; address: string }[];
  /** How many more there are, and where. */
  more: number;
  address: string;
};

type FollowDigestMail = {
  translate: Translate;
  site: string;
  rhythm: MailRhythm;
  groups: readonly DigestGroup[];
  /** The identifiers of followed decisions that were withdrawn. */
  withdrawals: readonly string[];
  settings: string;
  unsubscribe: string;
};

/** Tells a member of the new decisions of a day or a week in what the member follows. */
export function followDigestEmail(mail: FollowDigestMail): {
  subject: string;
  body: ReactElement;
} {
  const { translate, site, rhythm, groups, withdrawals, settings, unsubscribe } = mail;
  const subject = translate('mail.follows.subject', { site });
  return {
    subject,
    body: (
      <MailLayout title={subject} site={site} translate={translate}>
        {groups.length > 0 && <MailText>{translate('mail.follows.text')}</MailText>}
        {groups.map((group) => (
          <Group key={group.address} group={group} translate={translate} />
        ))}
        {withdrawals.map((identifier) => (
          <MailText key={identifier}>
            {translate('mail.follows.withdrawn', { identifier })}
          </MailText>
        ))}
        <MailText>{translate(`mail.follows.why.${rhythm}`)}</MailText>
        <MailLink href={settings}>{translate('mail.follows.settings')}</MailLink>
        <MailLink href={unsubscribe}>{translate('mail.follows.unsubscribe')}</MailLink>
      </MailLayout>
    ),
  };
}

function Group({ group, translate }: { group: DigestGroup; translate: Translate }) {
  const { name, decisions, more, address } = group;
  return (
    <>
      <MailText>
        <strong>{name}</strong>
      </MailText>
      {decisions.map((decision) => (
        <MailLink key={decision.address} href={decision.address}>
          {decision.name}
          <br />
          {decision.facts}
        </MailLink>
      ))}
      {more > 0 && (
        <MailLink href={address}>{translate('mail.follows.more', { count: more })}</MailLink>
      )}
    </>
  );
}
