import { renderJSONContentToReactElement } from '@tiptap/static-renderer/json/react';
import type { ReactNode } from 'react';
import type { RichText } from '~/lib/rich-text';
import { SmartLink } from './smart-link';
import classes from './rich-text.module.css';

type NodeProps = { children?: ReactNode; node: { attrs?: Record<string, unknown> } };
type MarkProps = { children?: ReactNode; mark: { attrs?: Record<string, unknown> } };

function Paragraph({ children, node }: NodeProps) {
  const indent = Number(node.attrs?.indent ?? 0);
  // An attribute: the policy of the site allows no styles in the markup.
  return <p data-indent={indent > 0 ? indent : undefined}>{children}</p>;
}

/** Only what the schema of rich texts allows can be rendered; see lib/rich-text. */
function SafeLink({ children, mark }: MarkProps) {
  const href = typeof mark.attrs?.href === 'string' ? mark.attrs.href : '';
  return <SmartLink href={href}>{children}</SmartLink>;
}

const richTextMapping = {
  nodeMapping: {
    doc: ({ children }: NodeProps) => <>{children}</>,
    text: ({ node }: { node: { text?: string } }) => node.text ?? '',
    paragraph: Paragraph,
    heading: ({ children, node }: NodeProps) => {
      const id = typeof node.attrs?.id === 'string' ? node.attrs.id : undefined;
      return node.attrs?.level === 3 ? <h3 id={id}>{children}</h3> : <h2 id={id}>{children}</h2>;
    },
    bulletList: ({ children }: NodeProps) => <ul>{children}</ul>,
    orderedList: ({ children }: NodeProps) => <ol>{children}</ol>,
    listItem: ({ children }: NodeProps) => <li>{children}</li>,
    blockquote: ({ children }: NodeProps) => <blockquote>{children}</blockquote>,
    hardBreak: () => <br />,
  },
  markMapping: {
    bold: ({ children }: MarkProps) => <strong>{children}</strong>,
    italic: ({ children }: MarkProps) => <em>{children}</em>,
    underline: ({ children }: MarkProps) => <u>{children}</u>,
    strike: ({ children }: MarkProps) => <s>{children}</s>,
    superscript: ({ children }: MarkProps) => <sup>{children}</sup>,
    subscript: ({ children }: MarkProps) => <sub>{children}</sub>,
  },
};

const render = renderJSONContentToReactElement({
  ...richTextMapping,
  markMapping: { ...richTextMapping.markMapping, link: SafeLink },
});

type RichTextViewProps = {
  text: RichText;
  /** Gives the sections the ids section-1, section-2 …, for links to them. */
  hasAnchors?: boolean;
};

/** A rich text as elements: the static renderer of the editor, with an explicit list of nodes. */
export function RichTextView({ text, hasAnchors = false }: RichTextViewProps) {
  const content = hasAnchors ? withAnchors(text) : text;
  return <div className={classes.text}>{render({ content })}</div>;
}

function withAnchors(text: RichText) {
  let number = 0;
  return {
    ...text,
    content: text.content.map((block) => {
      if (block.type !== 'heading' || block.attrs.level !== 2) return block;
      number += 1;
      return { ...block, attrs: { ...block.attrs, id: `section-${number}` } };
    }),
  };
}
