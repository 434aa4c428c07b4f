import { isField } from '~/ui/fields/use-needed-fields';

/**
 * What was typed into a form, kept in the tab's own storage, so that a reload loses nothing. It
 * ends with the tab and is never sent.
 */
const draftKey = 'membershipDraft';

type Draft = Record<string, string[]>;

/** Keeps everything in the form. */
export function keepDraft(form: HTMLFormElement): void {
  const draft: Draft = {};
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string' && value) (draft[name] ??= []).push(value);
  }
  try {
    sessionStorage.setItem(draftKey, JSON.stringify(draft));
  } catch {
    // Storage may be blocked; the form works without it.
  }
}

/** Puts what was kept back into the form. */
export function restoreDraft(form: HTMLFormElement): void {
  const draft = readDraft();
  for (const field of form.elements) {
    if (!isField(field)) continue;
    const kept = draft[field.name];
    if (!kept) continue;
    if (field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type)) {
      field.checked = kept.includes(field.value);
    } else {
      field.value = kept[0] ?? '';
    }
  }
}

export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(draftKey);
  } catch {
    // Nothing was kept.
  }
}

function readDraft(): Draft {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(draftKey) ?? '{}');
    if (typeof kept !== 'object' || kept === null) return {};
    return Object.fromEntries(
      Object.entries(kept).map(([name, values]) => [name, [values].flat().map(String)]),
    );
  } catch {
    return {};
  }
}
