import { config } from '~/config/config.server';
import type { schema, Transaction } from '~/db/db.server';
import { inviteUser } from '~/features/identity/sign-in/sign-in.server';
import { translateIn } from '~/i18n/translations.server';
import { queueMail } from '~/platform/mail/mail.server';
import { applicationEmail, type ApplicationTemplate } from './application.email';
import { makeStatusAddress, reviewAddressOf } from './status/application-links.server';
import type { ApplicationMail } from './application-states';
import { association } from '~/platform/association.server';
import { renderMail } from '~/platform/mail/render-mail.server';

export type Application = typeof schema.membershipApplications.$inferSelect;

const frame = () => ({
  translate: translateIn(config().languages.default),
  site: association().shortName,
});

/** The mails that go to the secretariat; the others are for the applicant. */
const forSecretariat: readonly ApplicationTemplate[] = [
  'new-application',
  'answered',
  'second-approval',
  'waiting',
];

const nameOf = ({ firstName, lastName }: Pick<Application, 'firstName' | 'lastName'>) =>
  [firstName, lastName].filter(Boolean).join(' ') || undefined;

type MailedApplication = Pick<
  Application,
  'id' | 'email' | 'userId' | 'firstName' | 'lastName' | 'linkNumber' | 'statusHash'
>;
type OutgoingMail = { template: ApplicationTemplate; address?: string; text?: string };

/** Writes one mail about an application, to the applicant or the secretariat, as part of `tx`. */
export async function sendApplicationMail(
  tx: Transaction,
  application: MailedApplication,
  { template, address, text }: OutgoingMail,
): Promise<void> {
  const isForSecretariat = forSecretariat.includes(template);
  // Until then the address may be that of anybody, and the name be any words.
  const isToConfirm = template === 'confirm' || template === 'known';
  const recipient = isForSecretariat ? association().email : application.email;
  if (!recipient) throw new Error('An application that was made anonymous gets no mail');
  const usual = () =>
    isForSecretariat ? reviewAddressOf(application.id) : makeStatusAddress(tx, application);
  const content = applicationEmail({
    ...frame(),
    template,
    address: address ?? (await usual()),
    text,
  });
  await queueMail(tx, {
    template: `application-${template}`,
    recipient,
    userId: isForSecretariat ? undefined : (application.userId ?? undefined),
    name: isForSecretariat || isToConfirm ? undefined : nameOf(application),
    hasGreeting: text !== undefined,
    ...content,
  });
}

/** Writes the mails of a step. @param text the administrator's own words, where there are any */
export async function sendStepMails(
  tx: Transaction,
  application: Application,
  { mails, text }: { mails: readonly ApplicationMail[]; text?: string },
): Promise<void> {
  for (const mail of mails) {
    if (mail === 'invitation') {
      if (!application.userId) throw new Error('Nobody to invite');
      await inviteUser(tx, application.userId);
    } else if (mail === 'welcome') {
      const address = `${config().server.origin}/login`;
      await sendApplicationMail(tx, application, { template: mail, address });
    } else {
      await sendApplicationMail(tx, application, { template: mail, text });
    }
  }
}

/** How a mail with an administrator's words will read. */
export async function renderApplicationMail(mail: {
  template: 'question' | 'approved' | 'rejected';
  text: string;
}): Promise<{ subject: string; text: string }> {
  // The address is a secret of the applicant, so the preview shows where it will stand.
  const address = `${config().server.origin}/membership/status/…`;
  const { subject, body } = applicationEmail({ ...frame(), ...mail, address });
  return { subject, text: (await renderMail(body)).text };
}

/** The words an administrator starts from. */
export function draftTexts(application: Pick<Application, 'title' | 'firstName' | 'lastName'>) {
  const { translate, site } = frame();
  const name = [application.title, application.firstName, application.lastName]
    .filter(Boolean)
    .join(' ');
  const draft = (template: 'question' | 'approved' | 'rejected') =>
    `${translate('mail.application.greeting', { name })}\n\n${translate(`mail.application.${template}.text`, { site })}`;
  return {
    question: draft('question'),
    approved: draft('approved'),
    rejected: draft('rejected'),
  };
}
