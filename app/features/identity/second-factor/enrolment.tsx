import { useTranslate } from '~/i18n/translation-context';
import { Button } from '~/ui/button';
import { TextField } from '~/ui/fields/fields';
import classes from '~/ui/form.module.css';
import { SecretField } from '~/ui/fields/secret-field';
import type { Drawing } from './qr-code';
import { ProvenForm } from './proven-form';
import own from './second-factor.module.css';
import { Form } from '~/ui/form';

const steps = ['begin', 'scan', 'print'] as const;

/** Where one is in the enrolment, in words. */
export function EnrolmentProgress({ present }: { present: (typeof steps)[number] }) {
  const t = useTranslate();
  return (
    <ol className={own.steps} aria-label={t('second-factor.steps')}>
      {steps.map((step) => (
        <li key={step} aria-current={step === present ? 'step' : undefined}>
          {t(`second-factor.step.${step}`)}
        </li>
      ))}
    </ol>
  );
}

type EnrolmentStartProps = { error?: string; needsPasskey: boolean };

/** First step: what it is, what one needs, and the password. */
export function EnrolmentStart({ error, needsPasskey }: EnrolmentStartProps) {
  const t = useTranslate();
  return (
    <ProvenForm needsPasskey={needsPasskey}>
      <EnrolmentProgress present="begin" />
      <p>{t('second-factor.intro')}</p>
      <p>{t('second-factor.needed')}</p>
      <input type="hidden" name="intent" value="begin" />
      <SecretField
        name="currentPassword"
        label={t('field.current-password')}
        autoComplete="current-password"
        required
        error={error}
      />
      <Button variant="primary">{t('second-factor.begin')}</Button>
    </ProvenForm>
  );
}

type EnrolmentStepProps = { secret: string; drawing: Drawing; error?: string };

/** Second step: the square code to scan, the same in letters, and the app's answer. */
export function EnrolmentStep({ secret, drawing, error }: EnrolmentStepProps) {
  const t = useTranslate();
  return (
    <div className={classes.form}>
      <EnrolmentProgress present="scan" />
      <p>{t('second-factor.scan')}</p>
      <svg
        viewBox={`0 0 ${drawing.size} ${drawing.size}`}
        className={own.code}
        role="img"
        aria-label={t('second-factor.picture')}
        shapeRendering="crispEdges"
      >
        <path d={drawing.path} fill="#000000" />
      </svg>
      <p>{t('second-factor.type')}</p>
      <p>
        <code className={own.secret}>{(secret.match(/.{1,4}/g) ?? []).join(' ')}</code>
      </p>
      <Form method="post" className={classes.form} noValidate>
        <input type="hidden" name="intent" value="confirm" />
        <TextField
          name="code"
          label={t('second-factor.code')}
          hint={t('second-factor.code-hint')}
          autoComplete="one-time-code"
          inputMode="numeric"
          required
          maxLength={12}
          error={error}
        />
        <Button variant="primary">{t('second-factor.confirm')}</Button>
      </Form>
      <Form method="post">
        <input type="hidden" name="intent" value="cancel" />
        <Button>{t('second-factor.cancel')}</Button>
      </Form>
    </div>
  );
}
