import { z } from 'zod';
import { typedOwnFields } from '~/features/identity/settings/own-fields';
import { usernameField } from '~/features/identity/accounts/username';
import { mailingLists } from '~/lib/mailing-lists';
import { emailField, passwordField, tickField } from '~/lib/forms/text-field';

/** What the person had before them. */
const versionField = z.coerce.number({ error: 'form.invalid' }).int({ error: 'form.invalid' });
export const nameForm = z.strictObject({
  intent: z.literal('name').default('name'),
  version: versionField,
  ...typedOwnFields,
});
export const profileForm = z.strictObject({
  intent: z.literal('profile'),
  version: versionField,
  username: usernameField,
  useGravatar: tickField,
  inForum: tickField,
});

/** Which mails of the association one receives. */
export const ownListsForm = z.strictObject({
  intent: z.enum(['subscription', 'resume'], { error: 'form.invalid' }),
  list: z.array(z.enum(mailingLists, { error: 'form.invalid' })),
});

export const passwordForm = z.strictObject({
  intent: z.literal('password'),
  currentPassword: passwordField,
  newPassword: passwordField,
});
export const emailForm = z.strictObject({
  intent: z.literal('email'),
  email: emailField,
  currentPassword: passwordField,
});
export const sessionForm = z.strictObject({
  intent: z.literal('end-session'),
  sessionId: z.uuid({ error: 'form.invalid' }),
});
export const otherSessionsForm = z.strictObject({ intent: z.literal('end-others') });
