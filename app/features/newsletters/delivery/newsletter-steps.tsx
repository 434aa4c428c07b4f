import { useState } from 'react';
import { Link } from 'react-router';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatInstant, siteZone } from '~/lib/format/format-date';
import { Dialog, DialogButtons } from '~/ui/dialog/dialog';
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
  const [isAsked, setAsked] = useState(false);
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
        {status === 'draft' && (
          <Button onClick={() => setAsked(true)}>{t('newsletter.step.delete')}</Button>
        )}
      </Form>
      {isAsked && <DeleteDraft newsletter={newsletter} onClose={() => setAsked(false)} />}
    </div>
  );
}

type DeleteDraftProps = NewsletterStepsProps & { onClose: () => void };

/** Names what goes; a draft is not kept anywhere else. */
function DeleteDraft({ newsletter, onClose }: DeleteDraftProps) {
  const t = useTranslate();
  const { version, subject } = newsletter;
  return (
    <Dialog title={t('newsletter.delete.title')} closeLabel={t('dialog.close')} onClose={onClose}>
      <p>{t('newsletter.delete.text', { subject })}</p>
      <Form method="post" onSubmit={onClose}>
        <input type="hidden" name="version" value={version} />
        <DialogButtons>
          <Button onClick={onClose}>{t('newsletter.delete.keep')}</Button>
          <Button variant="danger" name="intent" value="delete">
            {t('newsletter.step.delete')}
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  );
}
