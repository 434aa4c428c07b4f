import type { ReactNode } from 'react';
import { SmartLink } from '~/ui/smart-link';
import classes from './preview.module.css';

/** A stretch of text with the same marks. */
export type WordSpan = {
  text: string;
  bold?: boolean;
  italic?: boolean;
  underline?: boolean;
  link?: string;
};

/** What a Word document is shown as. */
export type WordBlock =
  | { kind: 'heading'; level: number; spans: WordSpan[] }
  | { kind: 'paragraph'; spans: WordSpan[] }
  | { kind: 'item'; depth: number; isOrdered: boolean; spans: WordSpan[] }
  | { kind: 'table'; rows: WordBlock[][][] };

/** A Word document as headings, paragraphs, lists and tables of the page itself. */
export function WordDocument({ blocks }: { blocks: readonly WordBlock[] }) {
  return (
    <div className={classes.sheet}>
      {blocks.map((block, position) => (
        <Block key={position} block={block} />
      ))}
    </div>
  );
}

function Block({ block }: { block: WordBlock }) {
  if (block.kind === 'table') {
    return (
      <table>
        <tbody>
          {block.rows.map((cells, row) => (
            <tr key={row}>
              {cells.map((cell, column) => (
                <td key={column}>
                  {cell.map((inner, position) => (
                    <Block key={position} block={inner} />
                  ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    );
  }
  const text = block.spans.map((span, position) => <Span key={position} span={span} />);
  if (block.kind === 'heading') {
    return block.level <= 2 ? (
      <h2>{text}</h2>
    ) : block.level === 3 ? (
      <h3>{text}</h3>
    ) : (
      <h4>{text}</h4>
    );
  }
  if (block.kind === 'paragraph') return <p>{text}</p>;
  return (
    <p className={classes.item} style={{ marginInlineStart: `${(block.depth + 1) * 1.5}rem` }}>
      <span aria-hidden="true">{block.isOrdered ? '– ' : '• '}</span>
      {text}
    </p>
  );
}

function Span({ span }: { span: WordSpan }) {
  let content: ReactNode = span.text;
  if (span.bold) content = <strong>{content}</strong>;
  if (span.italic) content = <em>{content}</em>;
  if (span.underline) content = <u>{content}</u>;
  return span.link ? <SmartLink href={span.link}>{content}</SmartLink> : content;
}
