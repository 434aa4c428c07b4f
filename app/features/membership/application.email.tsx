import type { ReactElement } from 'react';
import type { Translate } from '~/i18n/translate';
import { MailLayout, MailLink, MailText } from '~/ui/mail-layout.email';

export type ApplicationTemplate =
  | 'confirm'
  | 'known'
  | 'received'
  | 'new-application'
  | 'under-review'
  | 'question'
  | 'answered'
  | 'second-approval'
  | 'approved'
  | 'welcome'
  | 'rejected'
  | 'withdrawn'
  | 'expired'
  | 'reminder'
  | 'waiting';

type ApplicationEmail = {
  translate: Translate;
  site: string;
  template: ApplicationTemplate;
  /** Where the link at the end leads. */
  address: string;
  /** Written by an administrator; stands in the place of the usual text. */
  text?: string;
};

/** All mails about an application: a sentence or the administrator's text, then one link. */
export function applicationEmail(mail: ApplicationEmail): { subject: string; body: ReactElement } {
  const { translate, site, template, address } = mail;
  const subject = translate(`mail.application.${template}.subject`, { site });
  const text = mail.text ?? translate(`mail.application.${template}.text`, { site });
  return {
    subject,
    body: (
      <MailLayout title={subject} site={site} translate={translate}>
        {text
          .split(/\n{2,}/)
          .filter(Boolean)
          .map((paragraph, position) => (
            <MailText key={position}>
              {paragraph
                .split('\n')
                .flatMap((line, number) => [...(number > 0 ? [<br key={number} />] : []), line])}
            </MailText>
          ))}
        <MailLink href={address}>{translate(`mail.application.${template}.link`)}</MailLink>
      </MailLayout>
    ),
  };
}
