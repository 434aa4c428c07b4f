import type { ReactElement } from 'react';
import type { Translate } from '~/i18n/translate';
import { MailLayout, MailLink, MailText } from '~/ui/mail-layout.email';

type ProposalMail = {
  translate: Translate;
  site: string;
  address: string;
  outcome: 'published' | 'declined';
  name: string;
  /** Why it was declined. */
  reason: string;
};

/** Tells members what became of a decision that they proposed. */
export function proposalEmail(mail: ProposalMail): { subject: string; body: ReactElement } {
  const { translate, site, address, outcome, name, reason } = mail;
  const subject = translate('mail.decision-proposal.subject', { site });
  return {
    subject,
    body: (
      <MailLayout title={subject} site={site} translate={translate}>
        <MailText>{translate(`mail.decision-proposal.${outcome}`, { name })}</MailText>
        {reason && <MailText>{translate('mail.decision-proposal.reason', { reason })}</MailText>}
        <MailLink href={address}>{translate(`mail.decision-proposal.${outcome}-link`)}</MailLink>
        <MailText>{translate('mail.decision-proposal.why')}</MailText>
      </MailLayout>
    ),
  };
}
