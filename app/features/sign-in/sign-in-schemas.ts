import { z } from 'zod';
import { emailField, passwordField, tickField } from '~/lib/text-field';

export const signInSchema = z.strictObject({
  email: emailField,
  password: passwordField,
  keepSignedIn: tickField,
  redirectUrl: z.string().max(2000).optional(),
});
export type SignInInput = z.output<typeof signInSchema>;

export const forgottenPasswordSchema = z.strictObject({ email: emailField });

export const newPasswordSchema = z.strictObject({ password: passwordField });
