import { z } from 'zod';
import { contentOf, isObject } from './editor-text';
import { mapInlines } from './map-inlines';
import { pictureLimits } from './pictures';
import {
  type Block,
  isWithinLimits,
  type Picture,
  type RichText,
  richTextSchema,
} from './rich-text';
import { isTableWithinLimits } from './tables';
import { plainText } from './plain-text';
import { cleanText, textToRichText, mergePlainText } from './plain-text-merge';

/** The maximum nesting of quotations and lists. */
export const deepestNesting = 20;

export type RichTextLimits = {
  /** In characters of the words alone. */
  maximum: number;
  /** An empty text is refused unless this is set. */
  mayBeEmpty?: boolean;
  hasHeadings?: boolean;
  hasTables?: boolean;
  hasPictures?: boolean;
};

type RichTextRefusal =
  | 'form.required'
  | 'form.too-long'
  | 'form.too-deep'
  | 'form.table-too-large'
  | 'form.picture-alt'
  | 'form.too-many-pictures'
  | 'form.invalid';
export type RichTextResult = { ok: true; text: RichText } | { ok: false; error: RichTextRefusal };

/** Characters of JSON for each character of text at most, marks and blocks included. */
const jsonFactor = 16;
const jsonBase = 20_000;

/**
 * Reads a rich text as it arrives from a form: the editor's JSON, or the plain text of the field
 * that stands in for the editor where scripts do not run.
 */
export function readRichText(
  input: string,
  format: 'json' | 'text',
  limits: RichTextLimits,
): RichTextResult {
  if (input.length > limits.maximum * jsonFactor + jsonBase) return refuse('form.too-long');
  if (format === 'text') return withinLimits(textToRichText(input), limits);
  const parsed = parseJson(input);
  if (isDeeperThan(parsed, deepestNesting)) return refuse('form.too-deep');
  if (hasLargeTable(parsed)) return refuse('form.table-too-large');
  const pictures = contentOf(parsed).filter(isPicture);
  if (pictures.length > pictureLimits.pictures) return refuse('form.too-many-pictures');
  if (!pictures.every(isDescribed)) return refuse('form.picture-alt');
  // Many tables have more parts than their words would let one think.
  if (!isWithinLimits(parsed)) return refuse('form.too-long');
  const checked = richTextSchema.safeParse(cleaned(parsed));
  return checked.success ? withinLimits(normalised(checked.data), limits) : refuse('form.invalid');
}

/** Without control characters and halves of characters, which the database refuses. */
function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(/[^\P{Cc}\t\n\r]/gu, '').toWellFormed();
  if (Array.isArray(value)) return value.map((item) => cleaned(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cleaned(inner)]));
}

const refuse = (error: RichTextRefusal): RichTextResult => ({ ok: false, error });

function parseJson(input: string): unknown {
  try {
    return JSON.parse(input);
  } catch {
    return null;
  }
}

/** Whether a table is larger than they may be, told apart from what is wrong in another way. */
function hasLargeTable(document: unknown): boolean {
  return contentOf(document).some((block) => {
    const rows = contentOf(block).map((row) => ({ content: contentOf(row) }));
    return isObject(block) && block.type === 'table' && !isTableWithinLimits({ content: rows });
  });
}

const isPicture = (block: unknown) => isObject(block) && block.type === 'picture';

/** Whether a picture has words for those who do not see it, told apart from what is wrong otherwise. */
function isDescribed(picture: unknown): boolean {
  const attrs = isObject(picture) && isObject(picture.attrs) ? picture.attrs : {};
  const { alt } = attrs;
  return typeof alt === 'string' && hasWords(alt) && alt.length <= pictureLimits.alt;
}

/** Whether there is more than blanks and signs that nobody sees. */
const hasWords = (text: string) => /[^\s\p{Cf}\p{Cc}]/u.test(text);

function withinLimits(text: RichText, limits: RichTextLimits): RichTextResult {
  const words = plainText(text);
  const has = (kind: Block['type']) => text.content.some(({ type }) => type === kind);
  const mayHave = [
    limits.hasHeadings || !has('heading'),
    limits.hasTables || !has('table'),
    limits.hasPictures || !has('picture'),
  ];
  if (!mayHave.every(Boolean)) return refuse('form.invalid');
  if (!limits.mayBeEmpty && !hasWords(words)) return refuse('form.required');
  return words.length > limits.maximum ? refuse('form.too-long') : { ok: true, text };
}

const nestingKinds = new Set<unknown>(['blockquote', 'bulletList', 'orderedList']);

/** A list stands in its item's content: four levels of JSON for one of nesting, and the words. */
const deepestJson = deepestNesting * 4 + 10;

/**
 * Whether quotations and lists stand in one another more than `levels` deep. Walks without
 * recursion, so that a text 10,000 levels deep is refused and does not exhaust the stack.
 */
export function isDeeperThan(value: unknown, levels: number): boolean {
  const waiting = [{ value, nesting: 0, depth: 0 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const node = next.value;
    if (typeof node !== 'object' || node === null) continue;
    const isNesting = 'type' in node && nestingKinds.has(node.type);
    const nesting = next.nesting + (isNesting ? 1 : 0);
    const depth = next.depth + 1;
    if (nesting > levels || depth > deepestJson) return true;
    for (const inner of Object.values(node)) waiting.push({ value: inner, nesting, depth });
  }
  return false;
}

const normalised = (text: RichText): RichText => {
  const { type, content } = mapInlines(text, (inlines) =>
    inlines
      .map((inline) =>
        inline.type === 'text' ? { ...inline, text: cleanText(inline.text) } : inline,
      )
      .filter((inline) => inline.type !== 'text' || inline.text !== ''),
  );
  return {
    type,
    content: content.map((block) => (block.type === 'picture' ? cleanPicture(block) : block)),
  };
};

/** The words of a picture are lines. */
const cleanLine = (text: string) => cleanText(text).replaceAll(/\s+/g, ' ').trim();

function cleanPicture({ type, attrs: { caption = '', alt, ...attrs } }: Picture): Picture {
  const line = hasWords(caption) ? { caption: cleanLine(caption) } : {};
  return { type, attrs: { ...attrs, alt: cleanLine(alt), ...line } };
}

/**
 * The fields of a form that carry a rich text; for the name `body`: the text in `body`, what it is
 * in `bodyFormat`, and in `bodyStart`, beside a plain field, the text that was there to be changed.
 * Spread into a strict schema, and read by `withRichText` in its transform.
 */
export const richTextFields = {
  body: z.string({ error: 'form.required' }),
  bodyFormat: z.enum(['json', 'text'], { error: 'form.invalid' }).optional(),
  bodyStart: z.string().optional(),
};

type RichTextInput = { body: string; bodyFormat?: 'json' | 'text'; bodyStart?: string };

const readFields = (
  { body, bodyFormat = 'text', bodyStart }: RichTextInput,
  limits: RichTextLimits,
) =>
  bodyFormat === 'text' && bodyStart
    ? readTypedOver(body, bodyStart, limits)
    : readRichText(body, bodyFormat, limits);

/**
 * For `refine`, before the transform: says what is wrong with the text where other fields are wrong
 * too. The transform is not run then, and all is to be said at once.
 */
export function wrongRichText(limits: RichTextLimits) {
  const resultOf = (input: unknown) => {
    const fields = z.object(richTextFields).safeParse(input);
    return fields.success ? readFields(fields.data, limits) : null;
  };
  const isRight = (input: unknown) => resultOf(input)?.ok ?? true;
  const said = {
    path: ['body'],
    error: ({ input }: { input?: unknown }) => {
      const result = resultOf(input);
      return result?.ok === false ? result.error : undefined;
    },
    when: ({ issues }: { issues: readonly unknown[] }) => issues.length > 0,
  };
  return [isRight, said] as const;
}

/** Replaces the fields of `richTextFields` by the text they carry. */
export function withRichText<Input extends RichTextInput>(limits: RichTextLimits) {
  return (input: Input, context: z.RefinementCtx) => {
    const { body: _body, bodyFormat: _format, bodyStart: _start, ...others } = input;
    const result = readFields(input, limits);
    if (result.ok) return { ...others, body: result.text };
    context.addIssue({ code: 'custom', path: ['body'], message: result.error });
    return z.NEVER;
  };
}

/** Reads what was typed into a plain field over a text that has formatting. */
function readTypedOver(typed: string, start: string, limits: RichTextLimits): RichTextResult {
  // A draft may be longer than what may be posted; it is what is typed now that counts.
  const ofBase = { ...limits, maximum: limits.maximum * 4, mayBeEmpty: true };
  const base = readRichText(start, 'json', ofBase);
  if (!base.ok) return base;
  const plain = readRichText(typed, 'text', limits);
  return plain.ok ? withinLimits(mergePlainText(base.text, typed), limits) : plain;
}
