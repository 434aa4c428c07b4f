import { z } from 'zod';
import { pictureLimits, widestPicture } from './pictures';
import { isSafeHref } from './safe-href';
import { isTableWithinLimits } from './tables';

/**
 * Rich text as the editor's JSON (ProseMirror). This schema is the allow-list: what it does not
 * name is refused, nothing is stored or injected as HTML.
 */

/** Schemes a link may have; anything else (javascript:, data: …) is refused. */
export const safeHref = z
  .string()
  .max(2000)
  // Browsers drop tabs and line breaks: `/\t/host` is another site to them.
  .regex(/^\P{Cc}*$/u, { error: 'must not contain control characters' })
  .refine(isSafeHref, {
    error: 'is not a web address, a mail address or a path of this site',
  });

const markSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.enum(['bold', 'italic', 'underline', 'strike', 'superscript', 'subscript']),
  }),
  z.strictObject({ type: z.literal('link'), attrs: z.strictObject({ href: safeHref }) }),
]);

// PostgreSQL's jsonb takes neither NUL nor half a character.
const words = z
  .string()
  .min(1)
  .regex(/^(?:\P{Cc}|[\t\n\r])*$/u, { error: 'must not contain control characters' })
  .refine((text) => text.isWellFormed(), { error: 'must be well-formed Unicode' });

const textSchema = z.strictObject({
  type: z.literal('text'),
  text: words,
  marks: z.array(markSchema).max(8).optional(),
});

const inlineSchema = z.discriminatedUnion('type', [
  textSchema,
  z.strictObject({ type: z.literal('hardBreak') }),
]);
const inlines = z.array(inlineSchema).optional();
const indent = z.number().int().min(0).max(8);
const listStart = z.number().int().min(0).max(999_999);

const paragraphSchema = z.strictObject({
  type: z.literal('paragraph'),
  attrs: z.strictObject({ indent: indent.optional() }).optional(),
  content: inlines,
});

const headingSchema = z.strictObject({
  type: z.literal('heading'),
  attrs: z.strictObject({ level: z.union([z.literal(2), z.literal(3)]) }),
  content: inlines,
});

/**
 * A stored picture, between the paragraphs. Its size stands here too, so that its place is kept free
 * without another query; what is saved is checked against the picture itself.
 */
const pictureSchema = z.strictObject({
  type: z.literal('picture'),
  attrs: z.strictObject({
    id: z.uuid(),
    width: z.number().int().min(1).max(widestPicture),
    height: z.number().int().min(1).max(65_535),
    /** What it shows, for those who do not see it. */
    alt: words.max(pictureLimits.alt),
    caption: words.max(pictureLimits.caption).optional(),
  }),
});

export type Picture = z.output<typeof pictureSchema>;
export type RichTextMark = z.output<typeof markSchema>;
type Inline = z.output<typeof inlineSchema>;
export type Paragraph = z.output<typeof paragraphSchema>;
type Heading = z.output<typeof headingSchema>;
export type ListItem = { type: 'listItem'; content: NestedBlock[] };
type BulletList = { type: 'bulletList'; content: ListItem[] };
/** `start` is the number of the first item, where it is not 1: words quoted keep their numbers. */
type OrderedList = { type: 'orderedList'; attrs?: { start: number }; content: ListItem[] };
type Blockquote = { type: 'blockquote'; content: NestedBlock[] };
export type CellBlock = Paragraph | BulletList | OrderedList;
/** The cells of the first row are headers of their columns. */
export type TableCell = { type: 'tableHeader' | 'tableCell'; content: CellBlock[] };
export type TableRow = { type: 'tableRow'; content: TableCell[] };
export type Table = { type: 'table'; content: TableRow[] };
/** What may stand in lists and quotations: no tables and pictures, which would be too narrow there. */
export type NestedBlock = Paragraph | Heading | BulletList | OrderedList | Blockquote;
export type Block = NestedBlock | Table | Picture;
export type RichText = { type: 'doc'; content: Block[] };
export type RichTextNode = RichText | Block | ListItem | TableRow | TableCell | Inline;

const itemsOfList = z.lazy(() => z.array(listItemSchema).min(1));
const blocks = z.lazy(() => z.array(nestedBlockSchema).min(1));
const bulletListSchema = z.strictObject({ type: z.literal('bulletList'), content: itemsOfList });
const orderedListSchema = z.strictObject({
  type: z.literal('orderedList'),
  attrs: z.strictObject({ start: listStart }).optional(),
  content: itemsOfList,
});
const nestedSchemas = [
  paragraphSchema,
  headingSchema,
  bulletListSchema,
  orderedListSchema,
  z.strictObject({ type: z.literal('blockquote'), content: blocks }),
] as const;
// Discriminated: a plain union tries every branch at every level, which doubles the work each time.
const nestedBlockSchema: z.ZodType<NestedBlock> = z.discriminatedUnion('type', nestedSchemas);

const cellBlockSchema: z.ZodType<CellBlock> = z.discriminatedUnion('type', [
  paragraphSchema,
  bulletListSchema,
  orderedListSchema,
]);
const rowOf = (type: TableCell['type']) =>
  z.strictObject({
    type: z.literal('tableRow'),
    content: z
      .array(z.strictObject({ type: z.literal(type), content: z.array(cellBlockSchema).min(1) }))
      .min(1),
  });
/** A rectangle: no cell goes over several rows or columns, so each has the header above it. */
const tableSchema = z
  .strictObject({
    type: z.literal('table'),
    content: z
      .tuple([rowOf('tableHeader')], rowOf('tableCell'))
      .transform((rows): TableRow[] => rows),
  })
  .refine(({ content: [first, ...others] }) =>
    others.every((row) => row.content.length === first?.content.length),
  )
  .refine(isTableWithinLimits);

const blockSchema: z.ZodType<Block> = z.discriminatedUnion('type', [
  ...nestedSchemas,
  tableSchema,
  pictureSchema,
]);
const listItemSchema: z.ZodType<ListItem> = z.strictObject({
  type: z.literal('listItem'),
  content: blocks,
});

/** What a picture of an editor carries; null where that is no picture. */
export function pictureOf(attrs: unknown): Picture | null {
  const picture = pictureSchema.safeParse({ type: 'picture', attrs });
  return picture.success ? picture.data : null;
}

/** What a numbered list carries whose first item has this number: nothing, where it is 1. */
export function numberedFrom(start: number): { attrs?: { start: number } } {
  return start !== 1 && listStart.safeParse(start).success ? { attrs: { start } } : {};
}

const documentSchema: z.ZodType<RichText> = z.strictObject({
  type: z.literal('doc'),
  content: z.array(blockSchema),
});

/** Two levels of JSON are one of the document: a node is an object in the list of its parent. */
const limits = { levels: 128, parts: 50_000, characters: 1_000_000 };

/**
 * Whether a value is small and flat enough to look at: what follows calls itself for every level.
 * Counts every object, list and other value in it.
 */
export function isWithinLimits(value: unknown): boolean {
  const waiting = [{ part: value, depth: 0 }];
  let parts = 0;
  let characters = 0;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { part, depth } = next;
    parts += 1;
    if (typeof part === 'string') characters += part.length;
    if (parts > limits.parts || characters > limits.characters) return false;
    if (typeof part !== 'object' || part === null) continue;
    if (depth > limits.levels) return false;
    for (const child of Object.values(part)) waiting.push({ part: child, depth: depth + 1 });
  }
  return true;
}

/** A whole rich text: at most about 60 levels deep and a million characters long. */
export const richTextSchema: z.ZodType<RichText> = z
  .unknown()
  .refine(isWithinLimits, { error: 'is too long or nested too deeply' })
  .pipe(documentSchema);
