import { type FormEvent, useState } from 'react';
import type { TextKey } from '~/i18n/translate';
import { useTranslate } from '~/i18n/translation-context';

export type Need = {
  /** In characters. */
  minimum?: number;
  /** What is said of a file that was not chosen, or of an empty field. */
  empty?: TextKey;
  /** What is said of a file of more than 25 MB, which the server does not read. */
  large?: TextKey;
};

/** In bytes; the rest of a form has to go with it within the 25 MiB that the server reads. */
const largestFile = 25_000_000;

/**
 * For a form that is sent to another address, such as that of a download: what is missing is said at
 * its fields before it is sent. The server looks again, and says so where scripts do not run.
 * @param needed the fields by name
 * @returns what is wrong for `ErrorSummary` and for each field, and attributes of the form
 */
export function useNeededFields(needed: Record<string, Need>) {
  const t = useTranslate();
  const [errors, setErrors] = useState<Record<string, string>>();
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const sent = new FormData(event.currentTarget);
    const wrong = Object.entries(needed).flatMap(([name, need]) => {
      const problem = problemOf(sent.get(name), need);
      return problem ? [[name, t(problem)] as const] : [];
    });
    setErrors(wrong.length > 0 ? Object.fromEntries(wrong) : undefined);
    if (wrong.length > 0) event.preventDefault();
  };
  return {
    errors,
    errorOf: (name: string) => errors?.[name],
    form: { noValidate: true, onSubmit },
  };
}

function problemOf(
  given: FormDataEntryValue | null,
  { minimum = 1, empty = 'form.required', large }: Need,
): TextKey | null {
  if (given instanceof File) {
    if (given.name === '') return empty;
    return large && given.size > largestFile ? large : null;
  }
  const length = given?.trim().length ?? 0;
  if (length === 0) return empty;
  return length < minimum ? 'form.too-short' : null;
}
