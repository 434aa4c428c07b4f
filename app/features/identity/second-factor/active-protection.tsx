import type { RefObject } from 'react';
import { Link } from 'react-router';
import { useTranslate } from '~/i18n/translation-context';
import { Button } from '~/ui/button';
import classes from '~/ui/form.module.css';
import { SecretField } from '~/ui/fields/secret-field';
import { useSite } from '~/site/site';
import { EnrolmentProgress } from './enrolment';
import { CodeField } from './proven-form';
import own from './second-factor.module.css';
import { Form } from '~/ui/form';

type RecoveryCodesProps = {
  heading: RefObject<HTMLHeadingElement | null>;
  codes: string[];
  isEnrolment: boolean;
};

/** Third step: the codes to print, shown this once. */
export function RecoveryCodes({ heading, codes, isEnrolment }: RecoveryCodesProps) {
  const t = useTranslate();
  const site = useSite();
  return (
    <section className={classes.form} aria-labelledby="codes">
      <h2 id="codes" ref={heading} tabIndex={-1}>
        {t('second-factor.codes')}
      </h2>
      {isEnrolment && <EnrolmentProgress present="print" />}
      <p>{t('second-factor.codes-intro', { site: site?.config.association.shortName ?? '' })}</p>
      <ul className={own.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p>{t('second-factor.codes-once')}</p>
      <div className={own.actions}>
        <Button variant="primary" onClick={() => globalThis.print()}>
          {t('second-factor.print')}
        </Button>
        <Link to="/settings/security">{t('second-factor.printed')}</Link>
      </div>
    </section>
  );
}

type StandingProtectionProps = {
  codesLeft: number;
  errorOf: (name: string) => string | undefined;
};

/** What stands, and the ways to renew or remove it; both ask for the password and a number. */
export function StandingProtection({ codesLeft, errorOf }: StandingProtectionProps) {
  const t = useTranslate();
  return (
    <Form method="post" className={classes.form} noValidate>
      <p>{t('second-factor.is-on')}</p>
      <p>{t('second-factor.codes-left', { count: codesLeft })}</p>
      <SecretField
        name="currentPassword"
        label={t('field.current-password')}
        hint={t('second-factor.password-hint')}
        autoComplete="current-password"
        required
        error={errorOf('currentPassword')}
      />
      <CodeField error={errorOf('code')} />
      <div className={own.actions}>
        <Button name="intent" value="renew">
          {t('second-factor.renew')}
        </Button>
        <Button variant="danger" name="intent" value="remove">
          {t('second-factor.remove')}
        </Button>
      </div>
    </Form>
  );
}
