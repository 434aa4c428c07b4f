import { useNavigation } from 'react-router';
import type { Role } from '~/policy/actor';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { Button } from '~/ui/button';
import { CheckField } from '~/ui/fields/choices';
import { LongTextField, TextField } from '~/ui/fields/fields';
import { useFilledFields } from '~/ui/fields/use-filled-fields';
import classes from '~/ui/form.module.css';
import { ConfirmChange, type Question } from '~/features/membership/proposals/confirm-change';
import { RoleChoice } from './role-choice';
import type { ShownUser } from './user-facts';
import { Form } from '~/ui/form';

export type FormAnswer = {
  intent: string;
  error?: string;
  fieldErrors?: Record<string, string>;
  values?: Record<string, string>;
  question?: Question;
};

type EditUserFormProps = {
  user: ShownUser & { version: number; username: string | null; useGravatar: boolean | null };
  grantable: readonly Role[];
  hasProfile: boolean;
  hasGravatar: boolean;
  answer: FormAnswer | undefined;
};

const gravatarField = 'useGravatar';
type TextName = 'firstName' | 'lastName' | 'username';
const fieldNames = ['firstName', 'lastName', 'username', gravatarField, 'role'] as const;

/** Names, role and, when they are on, the public profile of a person. */
export function EditUserForm(props: EditUserFormProps) {
  const { user, grantable, hasProfile, hasGravatar, answer } = props;
  const t = useTranslate();
  const textOf = useTextOf();
  const isBusy = useNavigation().formData?.get('intent') === 'update';
  const own = answer?.intent === 'update' ? answer : undefined;
  const isStale = own?.error === 'error.changed-meanwhile';
  // After a stale save what was typed stays, and what is saved now stands beside it.
  const savedMeanwhile = (name: string, saved: string) =>
    isStale && own.values?.[name] !== saved
      ? t('document.saved-meanwhile', { value: saved })
      : undefined;
  const filled = useFilledFields(user, { names: fieldNames, intents: ['update'], answer: own });
  const values = own?.values ?? filled.typed;
  const field = (name: TextName | 'reason') => {
    const error = own?.fieldErrors?.[name];
    const saved = (from: typeof user) => (name === 'reason' ? '' : (from[name] ?? ''));
    return {
      name,
      defaultValue: values?.[name] ?? saved(filled.saved),
      hint: savedMeanwhile(name, saved(user)),
      error: error && textOf(error),
    };
  };
  return (
    <Form method="post" className={`${classes.form} ${classes.panel}`} noValidate key={filled.key}>
      <h2>{t('users.edit')}</h2>
      <input type="hidden" name="intent" value="update" />
      <input type="hidden" name="version" value={filled.version} />
      <TextField {...field('firstName')} label={t('field.first-name')} required />
      <TextField {...field('lastName')} label={t('field.last-name')} required />
      {hasProfile && (
        <>
          <TextField
            {...field('username')}
            label={t('field.username')}
            hint={savedMeanwhile('username', user.username ?? '') ?? t('field.username-hint')}
          />
          {hasGravatar && (
            <CheckField
              name={gravatarField}
              label={t('field.gravatar')}
              hint={t('users.gravatar-hint')}
              defaultChecked={
                values ? values[gravatarField] === 'on' : (filled.saved.useGravatar ?? false)
              }
            />
          )}
        </>
      )}
      <RoleChoice
        value={values?.role ?? filled.saved.role}
        grantable={grantable}
        hint={
          savedMeanwhile('role', user.role) &&
          t('document.saved-meanwhile', { value: t(`role.${user.role}`) })
        }
      />
      <LongTextField
        {...field('reason')}
        label={t('field.reason')}
        hint={t('users.role-reason')}
        maxLength={500}
      />
      {own?.question ? (
        <ConfirmChange question={own.question} />
      ) : (
        <Button variant="primary" isBusy={isBusy}>
          {t('settings.save')}
        </Button>
      )}
    </Form>
  );
}
