import { problemsOf } from '~/ui/fields/use-needed-fields';

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
  for (const { field, problem } of problemsOf(part)) {
    problems[field.name] ??= problem === 'form.tick' ? 'form.must-accept' : problem;
  }
  for (const name of atLeastOne) {
    const boxes = [...part.querySelectorAll<HTMLInputElement>(`[name="${name}"]`)];
    if (boxes.length > 0 && !boxes.some(({ checked }) => checked)) {
      problems[name] = 'form.choose-one';
    }
  }
  return problems;
}
