import { Heading, Link, Text } from '@react-email/components';
import { Fragment, type ReactNode, use } from 'react';
import type { Block, RichText, RichTextMark, Table } from '~/rich-text/rich-text';
import { MailColourContext } from '~/i18n/mail-letter';
import { pictureWords } from '~/rich-text/pictures';
import { isSafeHref } from '~/rich-text/safe-href';

type Inline = NonNullable<Extract<Block, { type: 'paragraph' }>['content']>[number];

const words = { fontSize: '16px', lineHeight: '24px' } as const;
const tags = {
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strike: 's',
  superscript: 'sup',
  subscript: 'sub',
} as const;

type MailRichTextProps = {
  text: RichText;
  /** Put before links that are paths of this site. */
  origin: string;
};

/** A rich text in a mail: only what the schema of rich texts names, in mail-safe elements. */
export function MailRichText({ text, origin }: MailRichTextProps) {
  return <MailBlocks blocks={text.content} origin={origin} />;
}

function MailBlocks({ blocks, origin }: { blocks: readonly Block[]; origin: string }) {
  return blocks.map((block, position) => (
    <MailBlock key={`${position} ${block.type}`} block={block} origin={origin} />
  ));
}

const cell = {
  border: '1px solid #d9dee6',
  fontSize: '16px',
  lineHeight: '24px',
  padding: '0 8px',
  textAlign: 'left',
  verticalAlign: 'top',
} as const;

/** `data-table` keeps rows and columns in the plain text, unlike in tables for layout. */
function MailTable({ table, origin }: { table: Table; origin: string }) {
  return (
    <table data-table="" style={{ borderCollapse: 'collapse', margin: '16px 0' }}>
      <tbody>
        {table.content.map((row, place) => (
          <tr key={`${place} ${row.type}`}>
            {row.content.map(({ type, content }, column) => {
              const blocks = <MailBlocks blocks={content} origin={origin} />;
              return type === 'tableHeader' ? (
                <th key={`${column} ${type}`} scope="col" style={cell}>
                  {blocks}
                </th>
              ) : (
                <td key={`${column} ${type}`} style={cell}>
                  {blocks}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function MailBlock({ block, origin }: { block: Block; origin: string }): ReactNode {
  switch (block.type) {
    case 'table':
      return <MailTable table={block} origin={origin} />;
    case 'picture':
      // Mails hold no pictures and load nothing from elsewhere.
      return <Text style={words}>{pictureWords(block)}</Text>;
    case 'paragraph':
      return <Text style={words}>{inlines(block.content, origin)}</Text>;
    case 'heading':
      return (
        <Heading
          as={block.attrs.level === 3 ? 'h3' : 'h2'}
          style={{ fontFamily: 'Georgia, serif', fontSize: '18px', margin: '24px 0 8px' }}
        >
          {inlines(block.content, origin)}
        </Heading>
      );
    case 'blockquote':
      return (
        <blockquote style={{ borderLeft: '3px solid #d9dee6', margin: 0, paddingLeft: '16px' }}>
          <MailBlocks blocks={block.content} origin={origin} />
        </blockquote>
      );
    case 'bulletList':
    case 'orderedList': {
      const List = block.type === 'bulletList' ? 'ul' : 'ol';
      return (
        <List
          start={block.type === 'orderedList' ? block.attrs?.start : undefined}
          style={{ paddingLeft: '24px' }}
        >
          {block.content.map((item, position) => (
            <li key={`${position} ${item.type}`}>
              <MailBlocks blocks={item.content} origin={origin} />
            </li>
          ))}
        </List>
      );
    }
  }
}

function inlines(content: readonly Inline[] | undefined, origin: string): ReactNode {
  return content?.map((inline, position) => (
    <Fragment key={`${position} ${inline.type}`}>
      {inline.type === 'hardBreak' ? <br /> : marked(inline.text, inline.marks ?? [], origin)}
    </Fragment>
  ));
}

function MailAnchor({ href, children }: { href: string; children: ReactNode }) {
  const color = use(MailColourContext);
  return (
    <Link href={href} style={{ color, textDecoration: 'underline' }}>
      {children}
    </Link>
  );
}

function marked(text: string, marks: readonly RichTextMark[], origin: string): ReactNode {
  let node: ReactNode = text;
  for (const mark of marks) {
    if (mark.type === 'link') {
      const { href } = mark.attrs;
      if (!isSafeHref(href)) continue;
      node = (
        <MailAnchor href={href.startsWith('/') ? `${origin}${href}` : href}>{node}</MailAnchor>
      );
    } else {
      const Tag = tags[mark.type];
      node = <Tag>{node}</Tag>;
    }
  }
  return node;
}
