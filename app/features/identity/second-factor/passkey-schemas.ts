import { z } from 'zod';
import { passwordField, textField } from '~/lib/forms/text-field';

/** What a browser says of a passkey (WebAuthn level 3, section 5.1); the library checks the rest. */
const credential = z.record(z.string(), z.unknown());

/** What a passkey has answered, as JSON. */
export const passkeyProofField = z.string().max(8_000, { error: 'form.too-long' });

export const passkeyRegistration = z.discriminatedUnion('step', [
  z.strictObject({
    step: z.literal('options'),
    password: passwordField,
    code: textField(0, 40).optional(),
    passkey: passkeyProofField.optional(),
  }),
  z.strictObject({ step: z.literal('verify'), name: textField(1, 60), response: credential }),
]);
export type PasskeyRegistration = { name: string; response: Record<string, unknown> };
