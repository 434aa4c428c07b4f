import { z } from 'zod';
import { type Block, type RichText, richTextSchema } from './rich-text';
import { plainText } from './rich-text-words';

/** How deep quotations and lists may stand in one another; no reader needs more. */
export const deepestNesting = 20;

export type RichTextLimits = {
  /** In characters of the words alone. */
  maximum: number;
  /** An empty text is refused unless this is set. */
  mayBeEmpty?: boolean;
  hasHeadings?: boolean;
};

type RichTextRefusal = 'form.required' | 'form.too-long' | 'form.too-deep' | 'form.invalid';
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

function withinLimits(text: RichText, limits: RichTextLimits): RichTextResult {
  const words = plainText(text);
  if (!limits.hasHeadings && text.content.some(({ type }) => type === 'heading')) {
    return refuse('form.invalid');
  }
  if (!limits.mayBeEmpty && !/[^\s\p{Cf}\p{Cc}]/u.test(words)) return refuse('form.required');
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

/** NFC, and without the control characters that PostgreSQL or a reader cannot take. */
function cleanText(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is removed
  return text.normalize('NFC').replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g, '');
}

function normalised(text: RichText): RichText {
  return { type: 'doc', content: text.content.map(normalisedBlock) };
}

function normalisedBlock(block: Block): Block {
  switch (block.type) {
    case 'paragraph':
    case 'heading': {
      const content = block.content
        ?.map((inline) =>
          inline.type === 'text' ? { ...inline, text: cleanText(inline.text) } : inline,
        )
        .filter((inline) => inline.type !== 'text' || inline.text !== '');
      return { ...block, ...(content ? { content } : {}) };
    }
    case 'blockquote':
      return { ...block, content: block.content.map(normalisedBlock) };
    case 'bulletList':
    case 'orderedList':
      return {
        ...block,
        content: block.content.map((item) => ({
          ...item,
          content: item.content.map(normalisedBlock),
        })),
      };
  }
}

/** Plain text as paragraphs: an empty line separates them, a line break stays one. */
export function textToRichText(text: string): RichText {
  const paragraphs = cleanText(text.replaceAll(/\r\n?/g, '\n'))
    .trim()
    .split(/\n[ \t]*\n\s*/);
  return {
    type: 'doc',
    content: paragraphs
      .filter((paragraph) => paragraph !== '')
      .map((paragraph) => ({
        type: 'paragraph' as const,
        content: paragraph
          .split('\n')
          .flatMap((line, position) => [
            ...(position > 0 ? [{ type: 'hardBreak' as const }] : []),
            ...(line === '' ? [] : [{ type: 'text' as const, text: line }]),
          ]),
      })),
  };
}

/** As `textToRichText`, of words in the middle of being typed: a blank at their end stays. */
export function textBeingTyped(text: string): RichText {
  const { content } = textToRichText(text);
  const [blank = ''] = /\s*$/.exec(text) ?? [];
  const last = content.at(-1);
  if (blank === '' || last?.type !== 'paragraph') return { type: 'doc', content };
  if (blank.includes('\n')) return { type: 'doc', content: [...content, { type: 'paragraph' }] };
  const inlines = last.content ?? [];
  const end = inlines.at(-1);
  if (end?.type !== 'text') return { type: 'doc', content };
  const longer = { ...end, text: end.text + blank };
  return {
    type: 'doc',
    content: [...content.slice(0, -1), { ...last, content: [...inlines.slice(0, -1), longer] }],
  };
}

/**
 * The two fields of a form that carry a rich text; `body` and `bodyFormat`, say, for the name
 * `body`. Spread into a strict schema, and read by `richTextOf` in its transform.
 */
export const richTextFields = {
  body: z.string({ error: 'form.required' }),
  bodyFormat: z.enum(['json', 'text'], { error: 'form.invalid' }).optional(),
};

/** Replaces the fields of `richTextFields` by the text they carry. */
export function withRichText<Input extends { body: string; bodyFormat?: 'json' | 'text' }>(
  limits: RichTextLimits,
) {
  return (input: Input, context: z.RefinementCtx) => {
    const { body, bodyFormat = 'text', ...others } = input;
    const result = readRichText(body, bodyFormat, limits);
    if (result.ok) return { ...others, body: result.text };
    context.addIssue({ code: 'custom', path: ['body'], message: result.error });
    return z.NEVER;
  };
}
