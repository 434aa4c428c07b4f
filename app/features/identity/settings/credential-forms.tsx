import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { Button } from '~/ui/button';
import { TextField } from '~/ui/fields/fields';
import classes from '~/ui/form.module.css';
import { SecretField } from '~/ui/fields/secret-field';
import { Form } from '~/ui/form';

type FormAnswer = {
  intent: string;
  sentTo?: string;
  fieldErrors?: Record<string, string>;
  values?: Record<string, string>;
};
type CredentialFormProps = { answer: FormAnswer | undefined; email: string };

function useErrorOf(answer: FormAnswer | undefined, intent: string) {
  const textOf = useTextOf();
  return (name: string) => {
    const error = answer?.intent === intent ? answer.fieldErrors?.[name] : undefined;
    return error && textOf(error);
  };
}

/** Sets a new password; requires the present one (ASVS 6.2.3). */
export function PasswordForm({ answer }: Pick<CredentialFormProps, 'answer'>) {
  const t = useTranslate();
  const errorOf = useErrorOf(answer, 'password');
  return (
    <Form method="post" className={`${classes.form} ${classes.panel}`} noValidate>
      <h2>{t('settings.password')}</h2>
      <p>{t('settings.password-ends')}</p>
      <input type="hidden" name="intent" value="password" />
      <SecretField
        name="currentPassword"
        label={t('field.current-password')}
        autoComplete="current-password"
        required
        error={errorOf('currentPassword')}
      />
      <SecretField
        name="newPassword"
        label={t('field.new-password')}
        hint={t('field.new-password-hint')}
        autoComplete="new-password"
        required
        error={errorOf('newPassword')}
      />
      <Button variant="primary">{t('settings.change-password')}</Button>
    </Form>
  );
}

/** Another address; both are asked by mail. */
export function EmailForm({ answer, email }: CredentialFormProps) {
  const t = useTranslate();
  const errorOf = useErrorOf(answer, 'email');
  const typed = answer?.intent === 'email' ? answer.values?.email : undefined;
  return (
    <Form method="post" className={`${classes.form} ${classes.panel}`} noValidate>
      <h2>{t('settings.change-email')}</h2>
      <p>{t('settings.change-email-how', { email })}</p>
      <input type="hidden" name="intent" value="email" />
      <TextField
        name="email"
        type="email"
        label={t('field.new-email')}
        autoComplete="email"
        required
        defaultValue={typed}
        error={errorOf('email')}
      />
      <SecretField
        name="currentPassword"
        label={t('field.current-password')}
        autoComplete="current-password"
        required
        error={errorOf('currentPassword')}
      />
      <Button variant="primary">{t('settings.change-email-submit')}</Button>
    </Form>
  );
}
