const characters: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
  '&apos;': "'",
  '&amp;': '&',
};

/** The words that a browser shows of a rendered text, a line for each paragraph. */
export function wordsOfHtml(html: string): string {
  return html
    .replaceAll(/<\/(p|h2|h3)>(?=<)|<br\/>/g, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&[^;]+;/g, (entity) => characters[entity] ?? entity);
}
