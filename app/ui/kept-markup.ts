/** What stood in the page when it came, by the name of the text. */
const kept = new Map<string, string>();

/**
 * In the browser: the markup of a text that came with the page, as the server made it. It is taken
 * from the document before the router takes that over, and stays: the text may be shown again.
 * @param isNowhereElse the data of the page do not have the text
 * @returns null when the text did not come with the page
 */
export function keptMarkup(name: string, isNowhereElse: boolean): string | null {
  const known = kept.get(name);
  if (known !== undefined || !isNowhereElse) return known ?? null;
  const markup = document.querySelector(`[data-text="${CSS.escape(name)}"]`)?.innerHTML;
  if (markup !== undefined) kept.set(name, markup);
  return markup ?? null;
}
