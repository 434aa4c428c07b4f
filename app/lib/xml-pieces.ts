/** A tag, without its angle brackets, or the characters between two tags as they stand there. */
export type XmlPiece = { tag: string } | { text: string };

/**
 * Cuts XML into its tags and what stands between them. One pass whatever the XML holds, so that no
 * file can keep the site busy; what follows a bracket that is never closed is left out.
 */
export function* xmlPieces(xml: string): Generator<XmlPiece> {
  let at = 0;
  while (at < xml.length) {
    const opening = xml.indexOf('<', at);
    if (opening !== at) yield { text: xml.slice(at, opening < 0 ? xml.length : opening) };
    if (opening < 0) return;
    const closing = xml.indexOf('>', opening);
    if (closing < 0) return;
    yield { tag: xml.slice(opening + 1, closing) };
    at = closing + 1;
  }
}

/** The name of a tag: `w:p` of `w:p w:rsidR="00A1"`, `/w:p` of its end. */
export function tagName(tag: string): string {
  return /^\/?[^\s/]*/.exec(tag)?.[0] ?? '';
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The characters that XML writes by number or by its five names (XML 1.0, section 4.6). */
export function readEntities(text: string): string {
  return text.replace(/&(#x?[0-9a-f]{1,8}|[a-z]{2,4});/gi, (whole, name: string) =>
    name.startsWith('#') ? characterOf(name) : (entities[name] ?? whole),
  );
}

function characterOf(reference: string): string {
  const code = /^#x/i.test(reference)
    ? Number.parseInt(reference.slice(2), 16)
    : Number(reference.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}
