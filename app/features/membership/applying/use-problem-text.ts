import { useTextOf, useTranslate } from '~/i18n/translation-context';

/** Fields of which a text says what to enter. */
const namedFields = [
  'firstName',
  'lastName',
  'function',
  'courtName',
  'courtCity',
  'country',
  'gdprExperience',
  'memberCategory',
  'workingLanguages',
  'preferredLanguage',
] as const;
const isEmpty = new Set(['form.required', 'form.choose', 'form.choose-one']);

/**
 * What to do about a field, by name: of an empty one, what to enter, since several may be empty
 * (GOV.UK Design System, error message).
 * @param problems what is wrong with fields, as keys of the texts
 */
export function useProblemText(problems: Record<string, string>) {
  const t = useTranslate();
  const textOf = useTextOf();
  return (name: string): { text: string; isNamed: boolean } | undefined => {
    const problem = problems[name];
    if (!problem) return undefined;
    const named = isEmpty.has(problem) && namedFields.find((field) => field === name);
    if (named) return { text: t(`application.enter.${named}`), isNamed: true };
    return { text: textOf(problem), isNamed: problem === 'form.enter-email' };
  };
}
