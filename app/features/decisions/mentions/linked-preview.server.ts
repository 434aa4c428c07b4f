import { recognise } from '~/features/citations/cited-in-text';
import type { PreviewContent } from '~/features/library/preview/preview-content';
import type { WordBlock, WordSpan } from '~/features/library/preview/word-document';
import type { Actor } from '~/policy/actor';
import { authorise } from '~/policy/permissions';
import { findLinks, type LinkOf } from './find-links.server';

type Place = { start: number; end: number; key: string };

/** How much text is read for citations, which takes a millisecond for a page; all but the longest documents are shorter. */
const longest = 300_000;

/** What the preview of a text or Word document shows, in which each citation of a decision that the actor may find is a link to it. */
export async function linkPreview(actor: Actor, content: PreviewContent): Promise<PreviewContent> {
  authorise(actor, 'decision.read');
  if (content.kind === 'text') {
    const link = await linkerOf(actor, [content.spans]);
    return { ...content, spans: link(content.spans) };
  }
  if (content.kind !== 'word') return content;
  const { blocks, footnotes } = content;
  const link = await linkerOf(actor, [blocks, ...footnotes].flatMap(spansIn));
  return {
    ...content,
    blocks: blocks.map((block) => withSpans(block, link)),
    footnotes: footnotes.map((note) => note.map((block) => withSpans(block, link))),
  };
}

/** Reads stretches of text for citations; the result puts links into each of them. */
async function linkerOf(actor: Actor, texts: readonly WordSpan[][]) {
  const found = new Map<WordSpan[], Place[]>();
  let left = longest;
  for (const spans of texts) {
    const text = spans.map(textOf).join('');
    left -= text.length;
    if (left < 0) break;
    const places = recognise(text).filter(({ start, end }) => start < end);
    if (places.length > 0) found.set(spans, places);
  }
  const keys = [...found.values()].flat().map(({ key }) => key);
  const linkOf = await findLinks(actor, [...new Set(keys)]);
  return (spans: WordSpan[]) => linked(spans, found.get(spans) ?? [], linkOf);
}

function spansIn(blocks: readonly WordBlock[]): WordSpan[][] {
  return blocks.flatMap((block) =>
    block.kind === 'table'
      ? block.rows.flatMap(({ cells }) => cells.flatMap((cell) => spansIn(cell.blocks)))
      : [block.spans],
  );
}

function withSpans(block: WordBlock, change: (spans: WordSpan[]) => WordSpan[]): WordBlock {
  if (block.kind !== 'table') return { ...block, spans: change(block.spans) };
  const rows = block.rows.map((row) => ({
    ...row,
    cells: row.cells.map((cell) => ({
      ...cell,
      blocks: cell.blocks.map((one) => withSpans(one, change)),
    })),
  }));
  return { ...block, rows };
}

/** No citation goes into a picture, or a link that the document has itself. */
const textOf = ({ text, link, isPicture }: WordSpan) =>
  link || isPicture ? '\uFFFC'.repeat(text.length) : text;

/** The same stretches of text, those within a citation inside one link. */
function linked(spans: WordSpan[], places: readonly Place[], linkOf: LinkOf): WordSpan[] {
  let at = 0;
  const parts: WordSpan[] = [];
  for (const { start, end, key } of places) {
    const inside = cut(spans, start, end);
    if (start < at || inside.some(({ note, isPicture }) => note || isPicture)) continue;
    const link = linkOf(key);
    if (!link) continue;
    parts.push(...cut(spans, at, start), { text: '', cited: { link, spans: inside } });
    at = end;
  }
  return parts.length === 0 ? spans : [...parts, ...cut(spans, at, Infinity)];
}

/** The stretches from one place of the text up to another; what has no length belongs to what follows it. */
function cut(spans: readonly WordSpan[], from: number, to: number): WordSpan[] {
  const parts: WordSpan[] = [];
  let at = 0;
  for (const span of spans) {
    const end = at + span.text.length;
    const isEmpty = span.text === '' && at >= from && at < to;
    if (isEmpty) parts.push(span);
    else if (at < to && end > from) {
      parts.push({ ...span, text: span.text.slice(Math.max(0, from - at), to - at) });
    }
    at = end;
  }
  return parts;
}
