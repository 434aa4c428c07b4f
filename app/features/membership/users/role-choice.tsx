import { type Role, roles } from '~/policy/actor';
import { useTranslate } from '~/i18n/translation-context';
import { SelectField } from '~/ui/fields/fields';

type RoleChoiceProps = { value: string; grantable: readonly Role[]; hint?: string; error?: string };

/** The roles that may be granted by who is looking. */
export function RoleChoice({ value, grantable, hint, error }: RoleChoiceProps) {
  const t = useTranslate();
  const choices = roles
    .filter((role) => role !== 'UNAUTHENTICATED')
    .filter((role) => grantable.includes(role))
    .map((role) => ({ value: role, label: t(`role.${role}`) }));
  return (
    <SelectField
      name="role"
      label={t('users.role')}
      defaultValue={value}
      choices={choices}
      hint={hint}
      error={error}
    />
  );
}
