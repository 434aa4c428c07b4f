import { z } from 'zod';
import { emailField, passwordField, textField, tickField } from '~/lib/forms/text-field';

export const signInSchema = z.strictObject({
  email: emailField,
  password: passwordField,
  keepSignedIn: tickField,
  redirectUrl: z.string().max(2000).optional(),
});
export type SignInInput = z.output<typeof signInSchema>;

export const forgottenPasswordSchema = z.strictObject({ email: emailField });

export const newPasswordSchema = z.strictObject({ password: passwordField });

export const signUpSchema = z.strictObject({
  firstName: textField(1, 100),
  lastName: textField(1, 100),
  email: emailField,
  password: passwordField.optional(),
});
export type SignUpInput = z.output<typeof signUpSchema>;
