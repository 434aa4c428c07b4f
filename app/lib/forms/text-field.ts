import { z } from 'zod';

/**
 * Invisible characters that turn the reading direction, by which a name or its ending can look like
 * another (Unicode Technical Report 36, 3.1).
 */
const turning = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/**
 * Embeddings, overrides and isolates, which typed text needs in no language. The marks, which Arabic and
 * Hebrew use, stay allowed.
 */
const withoutEmbedding = /^[^\u202A-\u202E\u2066-\u2069]*$/u;

export const turnsDirection = (text: string): boolean => withoutTurning(text) !== text;

export const withoutTurning = (text: string): string => text.replace(turning, '');

/** Anything but spaces and what is drawn as nothing, such as a space of no width (Unicode 5.21). */
const visible = /[^\p{Default_Ignorable_Code_Point}\p{Z}\s\u2800]/u;

/** The typed text; empty when it has no visible character. */
function typedText(given: string): string {
  const text = given.normalize('NFC').trim();
  return visible.test(text) ? text : '';
}

/**
 * One line of typed text: trimmed, NFC-normalised (domain: every record), free of control
 * characters and of those that turn the text around it, with length limits in characters.
 */
export function textField(minimum: number, maximum: number) {
  return z
    .string({ error: 'form.required' })
    .transform(typedText)
    .pipe(
      z
        .string()
        .min(Math.min(minimum, 1), { error: 'form.required' })
        .min(minimum, { error: 'form.too-short' })
        .max(maximum, { error: 'form.too-long' })
        .regex(/^\P{Cc}*$/u, { error: 'form.invalid' })
        .regex(withoutEmbedding, { error: 'form.direction' }),
    );
}

/** One line that may be absent; null then. */
export function optionalTextField(maximum: number) {
  return textField(0, maximum)
    .optional()
    .transform((text) => text || null);
}

/** The name of a folder or document, with nothing that makes it look other than it is. */
export const resourceNameField = textField(1, 200).refine((name) => !turnsDirection(name), {
  error: 'form.direction',
});

/** The domain of an address as mail servers know it: `bücher.example` is `xn--bcher-kva.example` (RFC 5890). */
function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  if (at === 0 || !/^[^\s/?#:@]*[^\p{ASCII}][^\s/?#:@]*$/u.test(domain)) return address;
  return URL.canParse(`http://${domain}`)
    ? address.slice(0, at) + new URL(`http://${domain}`).hostname
    : address;
}

/**
 * An e-mail address as typed, at most 254 characters (RFC 5321), in lower case, with its domain in
 * ASCII.
 */
export const emailField = z
  .string({ error: 'form.enter-email' })
  .transform((text) => withAsciiDomain(text.normalize('NFC').trim().toLowerCase()))
  .pipe(
    z
      .string()
      .min(1, { error: 'form.enter-email' })
      .max(254, { error: 'form.too-long' })
      .pipe(z.email({ error: 'form.email' })),
  );

/** A password as typed: never trimmed or changed; the rules for new ones are elsewhere. */
export const passwordField = z
  .string({ error: 'form.enter-password' })
  .min(1, { error: 'form.enter-password' })
  .max(1000, { error: 'form.too-long' });

/** A tick box: absent when not ticked. */
export const tickField = z
  .literal('on', { error: 'form.invalid' })
  .optional()
  .transform((value) => value === 'on');

/** Several lines of typed text: as `textField`, with line breaks and tabs. */
export function longTextField(minimum: number, maximum: number) {
  return z
    .string({ error: 'form.required' })
    .transform((text) => typedText(text.replaceAll('\r\n', '\n')))
    .pipe(
      z
        .string()
        .min(Math.min(minimum, 1), { error: 'form.required' })
        .min(minimum, { error: 'form.too-short' })
        .max(maximum, { error: 'form.too-long' })
        .regex(/^[\P{Cc}\n\t]*$/u, { error: 'form.invalid' }),
    );
}
