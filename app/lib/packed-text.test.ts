import { expect, test } from 'vitest';
import { packPage } from './packed-text';
import type { RichText } from './rich-text';

const words = (text: string) => ({
  type: 'paragraph' as const,
  content: [{ type: 'text' as const, text }],
});
const heading = { type: 'heading' as const, attrs: { level: 2 as const } };
const whole: RichText = { type: 'doc', content: [words('First'), heading, words('Then')] };

test('a page is packed with each part of its text once', () => {
  const { title, lead, rest, ...more } = packPage({ title: 'Home', body: whole });
  expect(title).toBe('Home');
  expect(JSON.parse(lead)).toEqual({ type: 'doc', content: [words('First')] });
  expect(JSON.parse(rest ?? '')).toEqual({ type: 'doc', content: [heading, words('Then')] });
  expect(more).toEqual({});
});

test('a page without a heading has no rest', () => {
  expect(packPage({ body: { type: 'doc', content: [words('First')] } }).rest).toBeNull();
});
