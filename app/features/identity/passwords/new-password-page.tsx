import { Link, useNavigation } from 'react-router';
import type { ErrorCode } from '~/policy/errors';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { Button } from '~/ui/button';
import classes from '~/ui/form.module.css';
import { Message } from '~/ui/message';
import { SecretField } from '~/ui/fields/secret-field';
import { Form } from '~/ui/form';

export type NewPasswordAnswer = { error?: ErrorCode; fieldErrors?: Record<string, string> };

type Words = { title: string; intro: string; submit: string };

/** The page behind a mailed link on which a person chooses a password. */
export function NewPasswordPage({ words, answer }: { words: Words; answer?: NewPasswordAnswer }) {
  const t = useTranslate();
  const textOf = useTextOf();
  const isBusy = useNavigation().state === 'submitting';
  const fieldError = answer?.fieldErrors?.password;
  return (
    <div className={classes.page}>
      <h1>{words.title}</h1>
      <p>{words.intro}</p>
      {answer?.error && <Message kind="error" text={textOf(answer.error)} answer={answer} />}
      <Form method="post" className={classes.form} noValidate>
        <SecretField
          name="password"
          label={t('field.new-password')}
          hint={t('field.new-password-hint')}
          autoComplete="new-password"
          required
          error={fieldError && textOf(fieldError)}
        />
        <Button variant="primary" isBusy={isBusy}>
          {words.submit}
        </Button>
      </Form>
    </div>
  );
}

/** What stands there when the link is over, and where to go from it. */
export function LinkIsOver(over: { title: string; text: string; to: string; toText: string }) {
  return (
    <div className={classes.page}>
      <h1>{over.title}</h1>
      <p>{over.text}</p>
      <p>
        <Link to={over.to}>{over.toText}</Link>
      </p>
    </div>
  );
}
