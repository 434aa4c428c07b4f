import { type FormEvent, useState } from 'react';
import { useRevalidator } from 'react-router';
import { useLanguage, useTextOf, useTranslate } from '~/i18n/translation-context';
import { formatDate } from '~/lib/format/format-date';
import { sentText } from '~/lib/forms/form';
import { PasskeyFailure, provePasskey, registerPasskey } from './passkey-ceremony';
import { Button } from '~/ui/button';
import { TextField } from '~/ui/fields/fields';
import classes from '~/ui/form.module.css';
import { Message } from '~/ui/message';
import { SecretField } from '~/ui/fields/secret-field';
import { useCanUsePasskeys } from './use-can-use-passkeys';
import { CodeField, ProvenForm } from './proven-form';

type ShownPasskey = { id: string; name: string | null; createdAt: Date | null };

type PasskeySectionProps = {
  passkeys: ShownPasskey[];
  /** There is an authenticator app, so its number is asked for as well. */
  needsCode: boolean;
};

/** The person's passkeys, with the ways to add and to remove one. */
export function PasskeySection({ passkeys, needsCode }: PasskeySectionProps) {
  const t = useTranslate();
  const language = useLanguage();
  return (
    <section className={classes.panel} aria-labelledby="passkeys">
      <h2 id="passkeys">{t('passkey.title')}</h2>
      <p>{t('passkey.intro')}</p>
      {passkeys.length > 0 && (
        <ul className={classes.entries}>
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <span>
                <strong>{passkey.name ?? t('passkey.unnamed')}</strong>
                <br />
                {passkey.createdAt && formatDate(passkey.createdAt, language)}
              </span>
              <details>
                <summary>{t('passkey.remove')}</summary>
                <ProvenForm needsPasskey={!needsCode}>
                  <input type="hidden" name="intent" value="remove-passkey" />
                  <input type="hidden" name="passkeyId" value={passkey.id} />
                  <SecretField
                    name="currentPassword"
                    label={t('field.current-password')}
                    autoComplete="current-password"
                    required
                  />
                  {needsCode && <CodeField />}
                  <Button variant="danger">{t('passkey.remove')}</Button>
                </ProvenForm>
              </details>
            </li>
          ))}
        </ul>
      )}
      <NewPasskey needsCode={needsCode} needsPasskey={!needsCode && passkeys.length > 0} />
    </section>
  );
}

type NewPasskeyProps = { needsCode: boolean; needsPasskey: boolean };

function NewPasskey({ needsCode, needsPasskey }: NewPasskeyProps) {
  const t = useTranslate();
  const textOf = useTextOf();
  const { revalidate } = useRevalidator();
  const isPossible = useCanUsePasskeys();
  const [outcome, setOutcome] = useState<{ error?: string }>();
  const [isBusy, setIsBusy] = useState(false);
  if (!isPossible) return <p>{t('passkey.not-here')}</p>;
  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const values = new FormData(form);
    setIsBusy(true);
    try {
      await registerPasskey(sentText(values, 'name'), {
        password: sentText(values, 'currentPassword'),
        ...(needsCode ? { code: sentText(values, 'code') } : {}),
        ...(needsPasskey ? { passkey: await provePasskey() } : {}),
      });
      form.reset();
      setOutcome({});
      await revalidate();
    } catch (error) {
      setOutcome({ error: error instanceof PasskeyFailure ? error.message : 'error.unexpected' });
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <form className={classes.form} onSubmit={(event) => void add(event)}>
      <h3>{t('passkey.add')}</h3>
      {outcome && (
        <Message
          kind={outcome.error ? 'error' : 'success'}
          text={outcome.error ? textOf(outcome.error) : t('success.passkey-added')}
          answer={outcome}
        />
      )}
      <TextField name="name" label={t('passkey.name')} hint={t('passkey.name-hint')} required />
      <SecretField
        name="currentPassword"
        label={t('field.current-password')}
        autoComplete="current-password"
        required
      />
      {needsCode && <CodeField />}
      {needsPasskey && <p>{t('passkey.confirms')}</p>}
      <Button variant="primary" isBusy={isBusy}>
        {t('passkey.add')}
      </Button>
    </form>
  );
}
