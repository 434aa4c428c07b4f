import { z } from 'zod';
import { emailField, passwordField, textField } from '~/lib/text-field';

const nameField = textField(1, 100);

/** Payload of the callable `createUser` (spec section 7). */
export const createUserSchema = z.strictObject({
  email: emailField,
  firstName: nameField,
  lastName: nameField,
  password: passwordField.optional(),
  role: z.enum(['ADMIN', 'DEV', 'USER']),
  selfRegistered: z.boolean(),
  publicProfile: z
    .strictObject({ username: textField(2, 40), useGravatar: z.boolean() })
    .optional(),
});
export type CreateUserPayload = z.output<typeof createUserSchema>;

export const ownNameSchema = z.strictObject({ firstName: nameField, lastName: nameField });
