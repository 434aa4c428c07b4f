import { type Field, isField } from '~/features/membership/applying/application-draft';

/** The parts of the form and the fields of each; the server knows nothing of them. */
export const formParts = [
  { id: 'person', fields: ['title', 'firstName', 'lastName', 'email', 'phone'] },
  {
    id: 'office',
    fields: ['memberCategory', 'function', 'courtName', 'courtCity', 'country', 'appointedSince'],
  },
  {
    id: 'work',
    fields: ['gdprExperience', 'workingLanguages', 'preferredLanguage', 'referee', 'message'],
  },
  {
    id: 'consent',
    fields: ['newsletterConsent', 'acceptStatutes', 'acceptEndUserAgreement', 'privacyNoticeSeen'],
  },
] as const;

const fieldOrder: readonly string[] = formParts.flatMap(({ fields }) => fields);

/** The names of fields with problems, in the order in which they stand on the page. */
export function inOrder(names: readonly string[]): string[] {
  return names.toSorted((a, b) => fieldOrder.indexOf(a) - fieldOrder.indexOf(b));
}

/** The part in which a field stands; the first for what is no field of the form. */
export function partOf(name: string): number {
  return Math.max(
    0,
    formParts.findIndex(({ fields }) => fields.some((field) => field === name)),
  );
}

/** Fields of which at least one has to be ticked. */
const atLeastOne = new Set(['workingLanguages']);

/**
 * What the browser itself can say about the fields of a part, by name, as the keys of the texts.
 * A comfort only: the server checks everything again.
 */
export function problemsIn(part: Element): Record<string, string> {
  const problems: Record<string, string> = {};
  const ticked = new Set<string>();
  for (const field of part.querySelectorAll('input, select, textarea')) {
    if (!isField(field) || !field.name) continue;
    const problem = problemOf(field);
    if (problem) problems[field.name] ??= problem;
    if (field instanceof HTMLInputElement && field.checked) ticked.add(field.name);
  }
  for (const name of atLeastOne) {
    const isHere = part.querySelector(`[name="${name}"]`) !== null;
    if (isHere && !ticked.has(name)) problems[name] = 'form.choose-one';
  }
  return problems;
}

function problemOf(field: Field): string | null {
  const { validity } = field;
  const length = field.value.trim().length;
  if (field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type)) {
    if (!validity.valueMissing) return null;
    return field.type === 'radio' ? 'form.choose' : 'form.must-accept';
  }
  if (field.required && length === 0) {
    return field.type === 'email' ? 'form.enter-email' : 'form.required';
  }
  if (length === 0) return null;
  if (validity.typeMismatch) return 'form.email';
  if (field instanceof HTMLSelectElement) return null;
  if (field.minLength > 0 && length < field.minLength) return 'form.too-short';
  if (field.maxLength > 0 && length > field.maxLength) return 'form.too-long';
  return null;
}
