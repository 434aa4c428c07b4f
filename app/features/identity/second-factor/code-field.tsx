import { useTranslate } from '~/i18n/translation-context';
import { TextField } from '~/ui/fields/fields';

/** The number of the app or a recovery code, which is asked for beside the password. */
export function CodeField({ error }: { error?: string | undefined }) {
  const t = useTranslate();
  return (
    <TextField
      name="code"
      label={t('second-factor.proof')}
      hint={t('second-factor.proof-hint')}
      autoComplete="one-time-code"
      required
      error={error}
    />
  );
}
