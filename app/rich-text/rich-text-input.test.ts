import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Block } from './rich-text';
import { plainText } from './plain-text';
import { deepestNesting, isDeeperThan, readRichText } from './rich-text-input';
import { textToRichText } from './plain-text-merge';

const limits = { maximum: 20_000 };
const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const read = (value: unknown) => readRichText(JSON.stringify(value), 'json', limits);

function nested(levels: number, kind: 'blockquote' | 'bulletList'): unknown {
  let inner: unknown = paragraph('x');
  for (let level = 0; level < levels; level += 1) {
    inner =
      kind === 'blockquote'
        ? { type: kind, content: [inner] }
        : { type: kind, content: [{ type: 'listItem', content: [inner] }] };
  }
  return { type: 'doc', content: [inner] };
}

describe('the size and depth of a rich text', () => {
  test.each(['blockquote', 'bulletList'] as const)('%s: as deep as allowed, no deeper', (kind) => {
    expect(read(nested(deepestNesting, kind)).ok).toBe(true);
    expect(read(nested(deepestNesting + 1, kind))).toEqual({ ok: false, error: 'form.too-deep' });
  });

  test('10,000 levels are refused without exhausting the stack', () => {
    const start = '{"type":"blockquote","content":['.repeat(10_000);
    const json = `{"type":"doc","content":[${start}${']}'.repeat(10_000)}]}`;
    const result = readRichText(json, 'json', { maximum: 200_000 });
    expect(result).toEqual({ ok: false, error: 'form.too-deep' });
  });

  test('depth that hides in unknown fields or bare lists is found too', () => {
    let value: unknown = 'x';
    for (let level = 0; level < 10_000; level += 1) value = [value];
    expect(isDeeperThan(value, deepestNesting)).toBe(true);
    let fields: unknown = 'x';
    for (let level = 0; level < 10_000; level += 1) fields = { attrs: fields };
    expect(isDeeperThan(fields, deepestNesting)).toBe(true);
  });

  test('20,000 characters pass, one more does not', () => {
    expect(read({ type: 'doc', content: [paragraph('a'.repeat(20_000))] }).ok).toBe(true);
    expect(read({ type: 'doc', content: [paragraph('a'.repeat(20_001))] })).toEqual({
      ok: false,
      error: 'form.too-long',
    });
    expect(readRichText('a'.repeat(1_048_576), 'text', limits)).toEqual({
      ok: false,
      error: 'form.too-long',
    });
  });

  test('nothing, blanks and invisible characters are no text', () => {
    for (const text of ['', '   ', '\u200b\u200b', '\u202e\u2066']) {
      expect(readRichText(text, 'text', limits)).toEqual({ ok: false, error: 'form.required' });
    }
  });
});

describe('plain text', () => {
  test('an empty line makes a paragraph, a single break stays a break', () => {
    expect(textToRichText('One\r\ntwo\r\n\r\n  \r\nThree\n')).toEqual({
      type: 'doc',
      content: [
        {
          type: 'paragraph',
          content: [
            { type: 'text', text: 'One' },
            { type: 'hardBreak' },
            { type: 'text', text: 'two' },
          ],
        },
        { type: 'paragraph', content: [{ type: 'text', text: 'Three' }] },
      ],
    });
  });

  test('any plain text is accepted as text or refused, never anything else', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const result = readRichText(text, 'text', limits);
        const kinds = result.ok ? result.text.content.map(({ type }) => type) : [result.error];
        expect(['paragraph', 'form.required']).toEqual(expect.arrayContaining([...new Set(kinds)]));
      }),
    );
  });
});

test('any JSON is read or refused, never thrown at', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 8 }), (json) => {
      expect(typeof readRichText(json, 'json', limits).ok).toBe('boolean');
    }),
  );
});

test('control characters, which the database refuses, do not stay', () => {
  const result = read({ type: 'doc', content: [paragraph('a\u0000b\u0007c')] });
  expect(result.ok && plainText(result.text)).toBe('abc');
});

test('headings are for texts that have them', () => {
  const heading: Block = {
    type: 'heading',
    attrs: { level: 2 },
    content: [{ type: 'text', text: 'A' }],
  };
  const doc = JSON.stringify({ type: 'doc', content: [heading] });
  expect(readRichText(doc, 'json', limits)).toEqual({ ok: false, error: 'form.invalid' });
  expect(readRichText(doc, 'json', { ...limits, hasHeadings: true }).ok).toBe(true);
});
