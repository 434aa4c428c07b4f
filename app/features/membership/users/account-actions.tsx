import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { Button } from '~/ui/button';
import { LongTextField } from '~/ui/fields/fields';
import classes from '~/ui/form.module.css';
import { ConfirmChange } from '~/features/membership/proposals/confirm-change';
import type { FormAnswer } from './edit-user-form';
import type { ShownUser } from './user-facts';
import type { AccountAction } from './user-schemas';
import { Form } from '~/ui/form';

type Intent = AccountAction['intent'];

/** What makes sense in the account's present state. */
function possible(user: ShownUser & { isOwn: boolean }): Intent[] {
  const actions: Intent[] = [];
  if (user.state === 'invited') actions.push('invite');
  if (user.sessions > 0) actions.push('end-sessions');
  if (!user.isOwn && (user.hasAuthenticator || user.passkeys > 0))
    actions.push('reset-second-factor');
  if (user.suspendedAt) actions.push('reactivate');
  else if (!user.isOwn) actions.push('suspend');
  return actions;
}

type AccountActionsProps = {
  user: ShownUser & { isOwn: boolean };
  answer: FormAnswer | undefined;
};

/** One reason, and a button for each thing that can be done to the account. */
export function AccountActions({ user, answer }: AccountActionsProps) {
  const t = useTranslate();
  const textOf = useTextOf();
  const own = answer && answer.intent !== 'update' ? answer : undefined;
  const actions = possible(user).filter((intent) => intent !== own?.question?.kind);
  const error = own?.fieldErrors?.reason;
  if (actions.length === 0 && !own?.question) return null;
  return (
    <Form method="post" className={`${classes.form} ${classes.panel}`} noValidate>
      <h2>{t('users.account')}</h2>
      <LongTextField
        name="reason"
        label={t('field.reason')}
        hint={t('users.reason-hint')}
        defaultValue={own?.values?.reason}
        error={error && textOf(error)}
        required
        maxLength={500}
      />
      {own?.question && <ConfirmChange question={own.question} intent={own.question.kind} />}
      <div className={classes.bar}>
        {actions.map((intent) => (
          <Button
            key={intent}
            variant={intent === 'suspend' ? 'danger' : 'secondary'}
            name="intent"
            value={intent}
          >
            {t(`users.action.${intent}`)}
          </Button>
        ))}
      </div>
    </Form>
  );
}
