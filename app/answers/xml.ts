/** Characters that XML 1.0 does not know, not even escaped (section 2.2). */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const unknownToXml = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Escapes a text for XML elements and attributes. */
export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(unknownToXml, '')
    .replace(/[&<>"']/g, (character) => escapes[character] ?? '');
}

type Attributes = Record<string, string>;

/** An element of XML. @param content its text, to be escaped, or the elements in it */
export function xmlElement(
  name: string,
  attributes: Attributes,
  content: string | readonly string[] = [],
): string {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${xmlText(value)}"`);
  const inner = typeof content === 'string' ? xmlText(content) : content.join('');
  const opening = `${name}${given.join('')}`;
  return inner ? `<${opening}>${inner}</${name}>` : `<${opening}/>`;
}

export const xmlDeclaration = '<?xml version="1.0" encoding="utf-8"?>\n';
