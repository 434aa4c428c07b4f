import { Link } from 'react-router';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatInstant, siteZone } from '~/lib/format/format-date';
import own from '~/features/newsletters/newsletters.module.css';
import classes from '~/ui/form.module.css';
import { Button } from '~/ui/button';
import type { Newsletter } from './newsletter-starts.server';
import { Form } from '~/ui/form';

type NewsletterStepsProps = {
  newsletter: Pick<Newsletter, 'id' | 'version' | 'status' | 'sendAt' | 'subject'>;
};

const steps = {
  draft: ['test'],
  scheduled: ['cancel'],
  sending: ['pause'],
  paused: ['resume'],
  sent: [],
} as const;

/** The state of a newsletter and its actions. */
export function NewsletterSteps({ newsletter }: NewsletterStepsProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { id, version, status, sendAt } = newsletter;
  const path = `/administration/newsletters/${id}`;
  return (
    <div className={classes.section}>
      <p>
        <strong>{t(`newsletter.status.${status}`)}</strong>
        {status === 'scheduled' && sendAt && <> · {formatInstant(sendAt, language, siteZone)}</>}
      </p>
      {status === 'draft' && sendAt && (
        <p>{t('newsletter.not-sent-text', { time: formatInstant(sendAt, language, siteZone) })}</p>
      )}
      <Form method="post" className={classes.actions}>
        <input type="hidden" name="version" value={version} />
        <Link to={`${path}/preview`}>{t('newsletter.preview')}</Link>
        {status === 'draft' && <Link to={`${path}/send`}>{t('newsletter.send')}</Link>}
        {steps[status].map((step) => (
          <Button key={step} name="intent" value={step}>
            {t(`newsletter.step.${step}`)}
          </Button>
        ))}
      </Form>
      {status === 'draft' && <DeleteDraft newsletter={newsletter} />}
    </div>
  );
}

/** Names what goes, and asks before, with and without scripts; a draft is not kept anywhere else. */
function DeleteDraft({ newsletter: { version, subject } }: NewsletterStepsProps) {
  const t = useTranslate();
  return (
    <details className={own.deletion}>
      <summary>{t('newsletter.step.delete')}</summary>
      <p>{t('newsletter.delete.text', { subject })}</p>
      <Form method="post">
        <input type="hidden" name="version" value={version} />
        <Button variant="danger" name="intent" value="delete">
          {t('newsletter.delete.submit')}
        </Button>
      </Form>
    </details>
  );
}
