import type { PastedElement, PastedNode } from '~/rich-text/pasting/pasted-text';

const empty = new Set(['br', 'hr', 'img', 'meta', 'link', 'input', 'col']);
const entities: Record<string, string> = {
  nbsp: '\u00A0',
  shy: '\u00AD',
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
};
const token =
  /<!--[\s\S]*?-->|<![^>]*>|<\/([\w:-]+)\s*>|<([\w:-]+)((?:[^>"']|"[^"]*"|'[^']*')*)>|[^<]+|</g;

/** Reads the HTML of the clipboard cases, all of which close what they open. */
export function parseHtml(html: string): PastedNode[] {
  const root: PastedElement = { tag: 'body', attributes: {}, children: [] };
  const open = [root];
  for (const [text, closed, opened, attributes = ''] of html.matchAll(token)) {
    const parent = open.at(-1) ?? root;
    if (closed) {
      const at = open.findLastIndex(({ tag }) => tag === closed.toLowerCase());
      if (at > 0) open.length = at;
    } else if (opened) {
      const element = {
        tag: opened.toLowerCase(),
        attributes: readAttributes(attributes),
        children: [],
      };
      parent.children.push(element);
      if (!empty.has(element.tag) && !attributes.endsWith('/')) open.push(element);
    } else if (!text.startsWith('<!')) {
      parent.children.push(
        text.replaceAll(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole),
      );
    }
  }
  return root.children;
}

function readAttributes(text: string): Record<string, string> {
  const found = text.matchAll(/([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/g);
  return Object.fromEntries(
    [...found].map(([, name = '', a, b, c]) => [name.toLowerCase(), a ?? b ?? c ?? '']),
  );
}
