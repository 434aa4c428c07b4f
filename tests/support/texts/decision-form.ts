import { type DecisionDraft, decisionLists } from '~/features/decisions/editor/decision-draft';

const isList = (name: string) => decisionLists.some((list) => list === name);

/** What the editor sends of a decision. */
export function decisionForm(draft: DecisionDraft, version = 0): FormData {
  const form = new FormData();
  form.set('intent', 'save');
  form.set('version', String(version));
  for (const [name, text] of Object.entries(draft)) {
    const values = isList(name) ? text.split(',').filter(Boolean) : [text];
    for (const value of values) form.append(name, value);
  }
  return form;
}
