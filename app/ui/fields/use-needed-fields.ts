import { type FormEvent, useState } from 'react';
import type { TextKey } from '~/i18n/translate';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatBytes } from '~/lib/format/format-number';

/**
 * For a form that is sent to another address, such as that of a download, or with a file: what is
 * wrong is said at its fields before it is sent. The server looks again, and says so where scripts
 * do not run.
 * @returns what `Form` needs, and what is wrong with each field
 */
export function useNeededFields() {
  const t = useTranslate();
  const language = useLanguage();
  const [errors, setErrors] = useState<Record<string, string>>();
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const wrong = problemsOf(event.currentTarget).map(({ field, problem }) => {
      const size = formatBytes(largestOf(field), language);
      return [field.name, t(problem, { size })] as const;
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

export type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export function isField(element: Element): element is Field {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement
  );
}

/** What the browser itself can say about the fields of a form or of a part of it. */
export function problemsOf(part: Element): { field: Field; problem: TextKey }[] {
  return [...part.querySelectorAll('input, select, textarea')].flatMap((field) => {
    const problem = isField(field) && field.name ? problemOf(field) : null;
    return isField(field) && problem ? [{ field, problem }] : [];
  });
}

function problemOf(field: Field): TextKey | null {
  const { validity } = field;
  const { length } = field.value.trim();
  const kind = field instanceof HTMLInputElement ? field.type : '';
  if (kind === 'file') return problemOfFiles(field);
  if (kind === 'checkbox') return validity.valueMissing ? 'form.tick' : null;
  if (kind === 'radio') return validity.valueMissing ? 'form.choose' : null;
  if (field.required && length === 0)
    return kind === 'email' ? 'form.enter-email' : 'form.required';
  if (length === 0) return null;
  if (validity.typeMismatch) return 'form.email';
  if (field instanceof HTMLSelectElement) return null;
  if (field.minLength > 0 && length < field.minLength) return 'form.too-short';
  if (field.maxLength > 0 && length > field.maxLength) return 'form.too-long';
  return null;
}

function problemOfFiles(field: Field): TextKey | null {
  if (field.validity.valueMissing) return 'form.choose-file';
  const files = field instanceof HTMLInputElement ? [...(field.files ?? [])] : [];
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (bytes <= largestOf(field)) return null;
  return files.length > 1 ? 'form.files-too-large' : 'form.file-too-large';
}

/** What `FileField` says that its files may have, in bytes. */
const largestOf = (field: Field) => Number(field.dataset.largest ?? Number.POSITIVE_INFINITY);
