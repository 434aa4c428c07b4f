import { caseNumberOfEcli, courtOfEcli, parseEcli } from '~/features/citations/ecli';

export type FilledField = 'country' | 'court' | 'caseNumber';

/** What an ECLI says besides itself; nothing when it is none. */
export function partsOfEcli(text: string): Partial<Record<FilledField, string>> {
  const ecli = parseEcli(text);
  if (!ecli) return {};
  const [court, caseNumber] = [courtOfEcli(ecli), caseNumberOfEcli(ecli)];
  return {
    country: ecli.country,
    ...(court ? { court } : {}),
    ...(caseNumber ? { caseNumber } : {}),
  };
}

/**
 * Fills the fields of a form that an ECLI answers: those that are empty, and those that hold what an
 * earlier ECLI had put there. What someone has typed or chosen stays, and so does what they have
 * emptied while the ECLI is the same.
 * @param filled what was put where before; it is brought up to date
 * @returns the fields that were filled now
 */
export function fillFromEcli(form: HTMLFormElement, filled: Map<string, string>): FilledField[] {
  const ecli = form.elements.namedItem('ecli');
  if (!(ecli instanceof HTMLInputElement)) return [];
  if (ecli.value === (filled.get('ecli') ?? ecli.defaultValue)) return [];
  filled.set('ecli', ecli.value);
  const { country, court, caseNumber } = partsOfEcli(ecli.value);
  const names: FilledField[] = [];
  for (const [name, value] of [
    ['country', country],
    ['court', court],
    ['caseNumber', caseNumber],
  ] as const) {
    const field = form.elements.namedItem(name);
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue;
    const isOurs = field.value === '' || field.value === filled.get(name);
    if (value === undefined || !isOurs || field.value === value) continue;
    field.value = value;
    // A list that does not have it shows nothing then.
    if (field.value !== value) continue;
    filled.set(name, value);
    names.push(name);
  }
  return names;
}
