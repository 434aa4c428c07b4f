/** ISO 639-1 codes of the languages people of this continent's courts work in. */
export const workingLanguages =
  'en fr de bg bs cs da el es et fi ga hr hu is it ka lb lt lv mk mt nl no pl pt rm ro sk sl sq sr sv tr uk'.split(
    ' ',
  );

const all = new Set(workingLanguages);

export function isWorkingLanguage(text: string): boolean {
  return all.has(text);
}
