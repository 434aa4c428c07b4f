import { Form, Link } from 'react-router';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatMoment, siteZone } from '~/lib/format-date';
import classes from '~/ui/form.module.css';
import { ActionButton } from '~/ui/plain-fields';
import type { Newsletter } from './newsletter-starts.server';

type NewsletterStepsProps = {
  newsletter: Pick<Newsletter, 'id' | 'version' | 'status' | 'sendAt'>;
};

const steps = {
  draft: ['test', 'delete'],
  scheduled: ['cancel'],
  sending: ['pause'],
  paused: ['resume'],
  sent: [],
} as const;

/** Where a newsletter stands and what can be done with it. */
export function NewsletterSteps({ newsletter }: NewsletterStepsProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { id, version, status, sendAt } = newsletter;
  const path = `/administration/newsletters/${id}`;
  return (
    <div className={classes.section}>
      <p>
        <strong>{t(`newsletter.status.${status}`)}</strong>
        {status === 'scheduled' && sendAt && <> · {formatMoment(sendAt, language, siteZone)}</>}
      </p>
      <Form method="post" className={classes.actions}>
        <input type="hidden" name="version" value={version} />
        <Link to={`${path}/preview`}>{t('newsletter.preview')}</Link>
        {status === 'draft' && <Link to={`${path}/send`}>{t('newsletter.send')}</Link>}
        {steps[status].map((step) => (
          <ActionButton
            key={step}
            name="intent"
            value={step}
            kind={step === 'delete' ? 'wrong' : 'plain'}
          >
            {t(`newsletter.step.${step}`)}
          </ActionButton>
        ))}
      </Form>
    </div>
  );
}
