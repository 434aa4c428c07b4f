import { type FormEvent, type ReactNode, useState } from 'react';
import { useSubmit } from 'react-router';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { TextField } from '~/ui/fields/fields';
import classes from '~/ui/form.module.css';
import { Message } from '~/ui/message';
import { PasskeyFailure, provePasskey } from './passkey-ceremony';
import { Form } from '~/ui/form';

type ProvenFormProps = {
  /** The passkey is the account's only second factor, so it confirms what is sent. */
  needsPasskey: boolean;
  children: ReactNode;
};

/** A form that changes how the account is protected. */
export function ProvenForm({ needsPasskey, children }: ProvenFormProps) {
  const t = useTranslate();
  const textOf = useTextOf();
  const submit = useSubmit();
  const [failure, setFailure] = useState<{ key: string }>();
  const prove = async (event: FormEvent<HTMLFormElement>) => {
    if (!needsPasskey) return;
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    try {
      values.set('passkey', await provePasskey());
      setFailure(undefined);
      await submit(values, { method: 'post' });
    } catch (error) {
      setFailure({ key: error instanceof PasskeyFailure ? error.message : 'error.unexpected' });
    }
  };
  return (
    <Form method="post" className={classes.form} noValidate onSubmit={(event) => void prove(event)}>
      {failure && <Message kind="error" text={textOf(failure.key)} answer={failure} />}
      {children}
      {needsPasskey && <p>{t('passkey.confirms')}</p>}
    </Form>
  );
}

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
