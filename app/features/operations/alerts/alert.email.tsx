import type { ReactElement } from 'react';
import type { Translate } from '~/i18n/translate';
import { MailLayout, MailLink, MailText } from '~/ui/mail-layout.email';
import type { HealthPart } from '~/features/operations/health/health-check';
import { shownFact } from '~/features/operations/health/shown-fact';

/** A part of the health page whose verdict has changed. */
export type Alert = HealthPart & {
  /** The node that it is about, where each has its own. */
  node: string | null;
};

type AlertMail = { translate: Translate; site: string; language: string; address: string };

export const alertSubject = (alert: Alert, { translate, site }: AlertMail): string =>
  translate(alert.verdict === 'good' ? 'mail.health-alert.good' : 'mail.health-alert.subject', {
    site,
    part: translate(alert.name),
  });

/** What has turned bad, or good again, and what to do. */
export function alertEmail(
  alert: Alert,
  frame: AlertMail,
): { subject: string; body: ReactElement } {
  const { translate: t, site, language, address } = frame;
  const subject = alertSubject(alert, frame);
  return {
    subject,
    body: (
      <MailLayout title={subject} site={site} translate={t}>
        <MailText>
          {t(`health.verdict.${alert.verdict}`)} {t(alert.advice)}
        </MailText>
        {alert.node && <MailText>{t('mail.health-alert.node', { node: alert.node })}</MailText>}
        {alert.facts.map((fact) => (
          <MailText key={fact.label}>
            {t('word.label', { label: t(fact.label) })} {shownFact(fact, t, language)}
          </MailText>
        ))}
        <MailLink href={address}>{t('mail.health-alert.link')}</MailLink>
      </MailLayout>
    ),
  };
}
