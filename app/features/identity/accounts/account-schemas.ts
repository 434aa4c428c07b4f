import { z } from 'zod';
import { emailField, passwordField, textField } from '~/lib/forms/text-field';
import { usernameField } from './username';

/** A first or last name. */
export const nameField = textField(1, 100);
const roleField = z.enum(['ADMIN', 'DEV', 'USER'], { error: 'form.invalid' });
const profileFields = z.strictObject({ username: usernameField, useGravatar: z.boolean() });

/** Payload of the callable `createUser` (spec section 7). */
export const createUserSchema = z.strictObject({
  email: emailField,
  firstName: nameField,
  lastName: nameField,
  password: passwordField.optional(),
  role: roleField,
  selfRegistered: z.boolean(),
  publicProfile: profileFields.optional(),
});
export type CreateUserPayload = z.output<typeof createUserSchema>;

/** Payload of the callable `updateUserAsAdmin` (spec section 7). */
export const updateUserAsAdminSchema = z.strictObject({
  user: z.strictObject({
    id: z.uuid(),
    firstName: nameField,
    lastName: nameField,
    role: roleField,
  }),
  publicProfile: profileFields.optional(),
});
export type UpdateUserAsAdminPayload = z.output<typeof updateUserAsAdminSchema>;

/** What the log keeps beside the payload, and the version that the administrator had before them. */
export type UpdateCircumstances = { reason?: string; version?: number };

/** What people say themselves of how they appear. */
export const ownProfileSchema = profileFields.extend({ inForum: z.boolean().optional() });
