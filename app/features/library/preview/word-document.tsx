import type { ReactNode } from 'react';
import { useTranslate } from '~/i18n/translation-context';
import { SiteLink } from '~/ui/site-link';
import { SmartLink } from '~/ui/smart-link';
import classes from './preview.module.css';

/** A stretch of text with the same marks, the number of a note, a picture, or a citation. */
export type WordSpan = {
  text: string;
  bold?: boolean;
  italic?: boolean;
  underline?: boolean;
  strike?: boolean;
  raised?: 'sub' | 'sup';
  link?: string;
  note?: number;
  /** What a citation leads to, with the attributes of its link, and the words that cite it. */
  cited?: { link: { href: string; 'data-decision'?: string }; spans: WordSpan[] };
  isPicture?: boolean;
  /** As a data address; absent when it is too large or of a kind that is not shown. */
  picture?: string;
};

type WordItem = { kind: 'item'; depth: number; isOrdered: boolean; spans: WordSpan[] };
type WordCell = { columns: number; rows: number; blocks: WordBlock[] };

/** What a Word document is shown as. */
export type WordBlock =
  | { kind: 'heading'; level: number; spans: WordSpan[] }
  | { kind: 'paragraph'; spans: WordSpan[] }
  | WordItem
  | { kind: 'table'; rows: { isHeader: boolean; cells: WordCell[] }[] };

export type WordDocumentContent = { blocks: WordBlock[]; footnotes: WordBlock[][] };

/** A Word document as headings, paragraphs, lists, tables and notes of the page itself. */
export function WordDocument({ blocks, footnotes }: WordDocumentContent) {
  const t = useTranslate();
  return (
    <div className={classes.sheet}>
      <Blocks blocks={blocks} />
      {footnotes.length > 0 && (
        <section aria-label={t('preview.footnotes')} className={classes.footnotes}>
          <ol>
            {footnotes.map((note, position) => (
              <li key={position} id={`note-${position + 1}`}>
                <Blocks blocks={note} />
              </li>
            ))}
          </ol>
        </section>
      )}
    </div>
  );
}

/** Neighbouring items of a list are one list. */
function Blocks({ blocks }: { blocks: readonly WordBlock[] }) {
  const shown: ReactNode[] = [];
  for (let at = 0; at < blocks.length; at += 1) {
    const items: WordItem[] = [];
    for (let block = blocks[at]; block?.kind === 'item'; block = blocks[at + items.length]) {
      items.push(block);
    }
    const block = blocks[at];
    if (items.length > 0) {
      shown.push(<List key={at} items={items} />);
      at += items.length - 1;
    } else if (block) shown.push(<Block key={at} block={block} />);
  }
  return shown;
}

/** Deeper items belong to the one above them. */
function List({ items }: { items: readonly WordItem[] }) {
  const [first] = items;
  if (!first) return null;
  const depth = Math.min(...items.map((item) => item.depth));
  const entries: { item: WordItem | null; below: WordItem[] }[] = [];
  for (const item of items) {
    const last = entries.at(-1);
    if (item.depth === depth) entries.push({ item, below: [] });
    else if (last) last.below.push(item);
    else entries.push({ item: null, below: [item] });
  }
  const Kind = first.isOrdered ? 'ol' : 'ul';
  return (
    <Kind>
      {entries.map(({ item, below }, position) => (
        <li key={position}>
          {item && <Spans spans={item.spans} />}
          {below.length > 0 && <List items={below} />}
        </li>
      ))}
    </Kind>
  );
}

function Block({ block }: { block: WordBlock }) {
  if (block.kind === 'table') return <Table rows={block.rows} />;
  const text = <Spans spans={block.spans} />;
  if (block.kind !== 'heading') return <p>{text}</p>;
  if (block.level <= 2) return <h2>{text}</h2>;
  return block.level === 3 ? <h3>{text}</h3> : <h4>{text}</h4>;
}

function Table({ rows }: Pick<Extract<WordBlock, { kind: 'table' }>, 'rows'>) {
  return (
    <table>
      <tbody>
        {rows.map(({ isHeader, cells }, row) => (
          <tr key={row}>
            {cells.map((cell, column) => {
              const Cell = isHeader ? 'th' : 'td';
              return (
                <Cell key={column} colSpan={cell.columns} rowSpan={cell.rows}>
                  <Blocks blocks={cell.blocks} />
                </Cell>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Stretches of text, one after the other. */
export function Spans({ spans }: { spans: readonly WordSpan[] }) {
  return spans.map((span, position) => <Span key={position} span={span} />);
}

function Span({ span }: { span: WordSpan }) {
  if (span.cited) {
    const { href, ...card } = span.cited.link;
    return (
      <SiteLink to={href} {...card}>
        <Spans spans={span.cited.spans} />
      </SiteLink>
    );
  }
  if (span.note) {
    return (
      <sup>
        <a href={`#note-${span.note}`}>{span.note}</a>
      </sup>
    );
  }
  if (span.picture) return <img src={span.picture} alt={span.text} />;
  if (span.isPicture) return span.text ? `[${span.text}]` : '[…]';
  let content: ReactNode = span.text;
  if (span.bold) content = <strong>{content}</strong>;
  if (span.italic) content = <em>{content}</em>;
  if (span.underline) content = <u>{content}</u>;
  if (span.strike) content = <s>{content}</s>;
  if (span.raised) content = span.raised === 'sup' ? <sup>{content}</sup> : <sub>{content}</sub>;
  return span.link ? <SmartLink href={span.link}>{content}</SmartLink> : content;
}
