import { isFileAddress } from '~/lib/file-addresses';
import type { RichText, RichTextMark, RichTextNode } from '~/lib/rich-text';

/** The elements of marks without attributes. */
export const plainMarks = {
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strike: 's',
  superscript: 'sup',
  subscript: 'sub',
} as const;

type Node = RichTextNode & { attrs?: { id?: string } };

/**
 * The markup that React would make of the elements of a rich text, to the letter, so that it can
 * take the page over in the browser. As one string it takes a tenth of the time. Only what the
 * schema of rich texts allows comes into it, and all that is text is escaped.
 */
export function richTextHtml(text: RichText): string {
  return childrenHtml(text);
}

/** Two texts side by side would be one in the document: React keeps them apart by a comment. */
function childrenHtml({ content = [] }: { content?: readonly RichTextNode[] }): string {
  let html = '';
  let isAfterText = false;
  for (const node of content) {
    const isText = node.type === 'text' && (node.marks ?? []).length === 0;
    if (isText && isAfterText) html += '<!-- -->';
    html += nodeHtml(node);
    isAfterText = isText;
  }
  return html;
}

function nodeHtml(node: Node): string {
  switch (node.type) {
    case 'text':
      return (node.marks ?? []).reduce(markHtml, escaped(node.text));
    case 'paragraph': {
      const indent = node.attrs?.indent ?? 0;
      return `<p${indent > 0 ? ` data-indent="${indent}"` : ''}>${childrenHtml(node)}</p>`;
    }
    case 'heading': {
      const tag = node.attrs.level === 3 ? 'h3' : 'h2';
      const id = node.attrs.id ? ` id="${escaped(node.attrs.id)}"` : '';
      return `<${tag}${id}>${childrenHtml(node)}</${tag}>`;
    }
    case 'bulletList':
      return `<ul>${childrenHtml(node)}</ul>`;
    case 'orderedList': {
      const start = node.attrs?.start;
      return `<ol${start === undefined ? '' : ` start="${start}"`}>${childrenHtml(node)}</ol>`;
    }
    case 'listItem':
      return `<li>${childrenHtml(node)}</li>`;
    case 'blockquote':
      return `<blockquote>${childrenHtml(node)}</blockquote>`;
    case 'hardBreak':
      return '<br/>';
    case 'doc':
      return childrenHtml(node);
    default:
      return '';
  }
}

/** See SmartLink and SiteLink, whose markup this is. */
function markHtml(inner: string, mark: RichTextMark): string {
  if (mark.type !== 'link') return `<${plainMarks[mark.type]}>${inner}</${plainMarks[mark.type]}>`;
  const { href } = mark.attrs;
  return `<a href="${escaped(href)}"${kindOf(href)}>${inner}</a>`;
}

function kindOf(href: string): string {
  if (!href.startsWith('/')) return ' rel="noreferrer nofollow"';
  return isFileAddress(href) ? '' : ' data-discover="true"';
}

const entities: Record<string, string> = {
  '"': '&quot;',
  '&': '&amp;',
  "'": '&#x27;',
  '<': '&lt;',
  '>': '&gt;',
};

function escaped(text: string): string {
  return text.replace(/["&'<>]/g, (character) => entities[character] ?? '');
}

/** Whether a text leads to a place in its own page; the address of that is the router's to make. */
export function hasOwnPlaces(node: RichTextNode): boolean {
  if (node.type === 'text') {
    return (node.marks ?? []).some(
      (mark) => mark.type === 'link' && mark.attrs.href.startsWith('#'),
    );
  }
  const content: readonly RichTextNode[] = ('content' in node && node.content) || [];
  return content.some(hasOwnPlaces);
}
