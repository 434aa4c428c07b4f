import { useTranslate } from '~/i18n/translation-context';

/** Refusals that fit every field; of several, each has to say which field it is about. */
const general = [
  'required',
  'required-to-publish',
  'invalid',
  'choose',
  'choose-one',
  'too-long',
  'too-short',
] as const;

/**
 * Names the field in a refusal that fits every field (GOV.UK Design System, error message).
 * @returns the text as it is when it says already what to enter
 */
export function useNamedError(): (error: string | undefined, label: string) => string | undefined {
  const t = useTranslate();
  return (error, label) => {
    const found = general.find((name) => t(`form.${name}`) === error);
    return found ? t(`form.named.${found}`, { label: label.replace(/\s*[.:?]$/, '') }) : error;
  };
}

/** The fields that were refused; of rows each wrong cell, and not the whole as well. */
export function wrongFields(errors: Record<string, string>): string[] {
  const names = Object.keys(errors);
  return names.filter((name) => !names.some((other) => other.startsWith(`${name}.`)));
}
