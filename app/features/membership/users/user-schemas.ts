import { z } from 'zod';
import { roles } from '~/policy/actor';
import { usernameField } from '~/features/identity/accounts/username';
import { type Sorting, sortingOf } from '~/ui/data-table/table-query';
import { emailField, longTextField, textField, tickField } from '~/lib/forms/text-field';
import { versionField } from '~/lib/forms/version-field';

const memberRoles = roles.filter((role) => role !== 'UNAUTHENTICATED');
const nameField = textField(1, 100);
/** Left empty, the name is made from the person's name or stays as it is. */
const optionalUsername = z
  .preprocess(
    (name) => (typeof name === 'string' && name.trim() === '' ? undefined : name),
    usernameField.optional(),
  )
  .optional();
const roleField = z.enum(memberRoles, { error: 'form.invalid' });

/** Why something is done to a person; kept in the audit log. */
export const reasonField = longTextField(5, 500);

const userSortings = ['name', 'email', 'role', 'state', 'since'] as const;
export const accountStates = ['active', 'invited', 'suspended'] as const;
export type AccountState = (typeof accountStates)[number];

/** The filter of the list from the search parameters; invalid values fall back to the default. */
const userFilterSchema = z.object({
  search: z.string().trim().max(200).catch(''),
  role: z.enum(memberRoles).nullable().catch(null),
  state: z.enum(accountStates).nullable().catch(null),
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
});
export type UserFilter = z.output<typeof userFilterSchema> & {
  sorting: Sorting<(typeof userSortings)[number]>;
};

export function userFilterOf({ searchParams }: Pick<URL, 'searchParams'>): UserFilter {
  const given = (name: string) => searchParams.get(name) ?? undefined;
  const filter = userFilterSchema.parse({
    search: given('search'),
    role: given('role'),
    state: given('state'),
    page: given('page') ?? 1,
  });
  const sorting = sortingOf(searchParams, userSortings, { by: 'name', descending: false });
  return { ...filter, sorting };
}

/** What was confirmed in the step that names the person: the new role, or the intent. */
const confirmedField = textField(0, 40).optional();

export const newUserSchema = z.strictObject({
  confirmed: confirmedField,
  email: emailField,
  firstName: nameField,
  lastName: nameField,
  role: roleField,
  username: optionalUsername,
  useGravatar: tickField,
});

export const editUserSchema = z.strictObject({
  intent: z.literal('update'),
  confirmed: confirmedField,
  version: versionField,
  firstName: nameField,
  lastName: nameField,
  role: roleField,
  username: optionalUsername,
  useGravatar: tickField,
  reason: longTextField(0, 500).optional(),
});

/** What an administrator does to an account, each with a reason. */
export const accountActions = [
  'suspend',
  'reactivate',
  'end-sessions',
  'reset-second-factor',
  'invite',
] as const;
export const accountActionSchema = z.strictObject({
  intent: z.enum(accountActions),
  confirmed: confirmedField,
  reason: reasonField,
});
export type AccountAction = z.output<typeof accountActionSchema>;
