import fc from 'fast-check';
import type { Block, NestedBlock, Paragraph, RichText, RichTextMark } from '~/rich-text/rich-text';
import { tableOf } from '~/rich-text/tables';

/** Rich texts of every shape: lists and quotations at the end, empty ones, one in another. */

const words = fc.string({
  unit: fc.constantFrom('a', 'b', 'é', ' ', '\u00a0', '\u{1f30d}', 'ש'),
  minLength: 1,
  maxLength: 6,
});

const mark = fc.constantFrom<RichTextMark[]>(
  [],
  [{ type: 'bold' }],
  [{ type: 'link', attrs: { href: 'https://curia.europa.eu/' } }],
);

const inline = fc.oneof(
  { weight: 4, arbitrary: fc.record({ text: words, marks: mark }) },
  { weight: 1, arbitrary: fc.constant(null) },
);

const inlines = fc.array(inline, { maxLength: 3 }).map((all) =>
  all.map((each) =>
    each === null
      ? { type: 'hardBreak' as const }
      : {
          type: 'text' as const,
          text: each.text,
          ...(each.marks.length > 0 ? { marks: each.marks } : {}),
        },
  ),
);

const paragraph: fc.Arbitrary<Paragraph> = fc
  .record({ content: inlines, indent: fc.constantFrom(0, 0, 2) })
  .map(({ content, indent }) => ({
    type: 'paragraph',
    ...(indent > 0 ? { attrs: { indent } } : {}),
    ...(content.length > 0 ? { content } : {}),
  }));

const { block } = fc.letrec<{ block: NestedBlock; blocks: NestedBlock[] }>((tie) => ({
  blocks: fc.array(tie('block'), { minLength: 1, maxLength: 2 }),
  block: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 3, arbitrary: paragraph },
    {
      weight: 1,
      arbitrary: tie('blocks').map((content): NestedBlock => ({ type: 'blockquote', content })),
    },
    {
      weight: 1,
      arbitrary: fc
        .record({
          list: fc.constantFrom(
            { type: 'bulletList' as const },
            { type: 'orderedList' as const },
            { type: 'orderedList' as const, attrs: { start: 41 } },
          ),
          items: fc.array(fc.tuple(paragraph, fc.array(tie('block'), { maxLength: 1 })), {
            minLength: 1,
            maxLength: 3,
          }),
        })
        .map(({ list, items }): NestedBlock => ({
          ...list,
          content: items.map(([first, more]) => ({
            type: 'listItem',
            content: [first, ...more],
          })),
        })),
    },
  ),
}));

const table: fc.Arbitrary<Block> = fc
  .array(
    fc.array(fc.array(paragraph, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 3 }),
    { minLength: 1, maxLength: 3 },
  )
  .map((rows) => tableOf(rows)[0] ?? { type: 'paragraph' });

const picture: fc.Arbitrary<Block> = fc
  .record({ alt: words.filter((alt) => alt.trim() !== ''), caption: words })
  .map(({ alt, caption }) => ({
    type: 'picture',
    attrs: {
      id: '01890a5d-ac96-774b-bcce-b302099a8057',
      width: 960,
      height: 640,
      alt: alt.trim(),
      ...(caption.trim() ? { caption: caption.trim() } : {}),
    },
  }));

export const anyRichText: fc.Arbitrary<RichText> = fc
  .array(
    fc.oneof(
      { weight: 5, arbitrary: block },
      { weight: 1, arbitrary: table },
      { weight: 1, arbitrary: picture },
    ),
    { maxLength: 5 },
  )
  .map((content) => ({ type: 'doc', content }));
