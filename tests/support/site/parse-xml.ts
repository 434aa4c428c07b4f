export type XmlElement = {
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  text: string;
};

const token = /<\?xml [^?]*\?>|<\/([\w:]+)>|<([\w:]+)((?: [\w:-]+="[^"<]*")*)(\/?)>|[^<]+/gy;
const reference = /&(amp|lt|gt|quot|apos);/g;
const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescape(text: string): string {
  if (/&(?!(amp|lt|gt|quot|apos);)/.test(text)) throw new Error(`a stray & in ${text}`);
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u0008\u000B\u000C\u000E-\u001F]/.test(text)) throw new Error(`not XML: ${text}`);
  return text.replace(reference, (_, name: string) => characters[name] ?? '');
}

/** Reads XML of the plain kind that feeds are; throws when it is not well-formed. */
export function parseXml(xml: string): XmlElement {
  const top: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [top];
  let read = 0;
  for (const match of xml.matchAll(token)) {
    const [whole, closed, opened, attributes = '', isEmpty] = match;
    if (match.index !== read) break;
    read += whole.length;
    const parent = open.at(-1) ?? top;
    if (closed) {
      if (open.pop()?.name !== closed) throw new Error(`</${closed}> closes nothing`);
    } else if (opened) {
      const element = {
        name: opened,
        attributes: attributesOf(attributes),
        children: [],
        text: '',
      };
      parent.children.push(element);
      if (!isEmpty) open.push(element);
    } else if (!whole.startsWith('<?xml')) {
      parent.text += unescape(whole);
    }
  }
  const [root, ...others] = top.children;
  if (read !== xml.length) throw new Error(`not XML: ${xml.slice(read, read + 40)}`);
  if (!root || others.length > 0 || open.length > 1) throw new Error('not one whole element');
  return root;
}

function attributesOf(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/ ([\w:-]+)="([^"]*)"/g)];
  if (new Set(pairs.map(([, name]) => name)).size < pairs.length) throw new Error(`twice: ${text}`);
  return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, unescape(value)]));
}
