import { expect, test } from 'vitest';
import { bodyOf, packBody, packPage, packSections, packText } from './packed-text';
import type { RichText } from './rich-text';
import { withoutShown } from './shown-once';

const words = (text: string) => ({
  type: 'paragraph' as const,
  content: [{ type: 'text' as const, text }],
});
const heading = { type: 'heading' as const, attrs: { level: 2 as const } };
const whole: RichText = { type: 'doc', content: [words('First'), heading, words('Then')] };

test('a page is packed with each part of its text once', () => {
  const { title, lead, rest, ...more } = packPage({ title: 'Home', body: whole });
  expect(title).toBe('Home');
  expect(JSON.parse(lead.json ?? '')).toEqual({ type: 'doc', content: [words('First')] });
  expect(JSON.parse(rest?.json ?? '')).toEqual({ type: 'doc', content: [heading, words('Then')] });
  expect(more).toEqual({});
});

test('a page without a heading has no rest', () => {
  expect(packPage({ body: { type: 'doc', content: [words('First')] } }).rest).toBeNull();
});

test('the sections of a page are named by the titles of its sections', () => {
  const titled = (level: 2 | 3, text: string) => ({
    type: 'heading' as const,
    attrs: { level },
    content: [{ type: 'text' as const, text }],
  });
  const body: RichText = {
    type: 'doc',
    content: [titled(2, 'One'), titled(3, 'Part'), titled(2, 'Two')],
  };
  expect(packSections({ body }).headings).toEqual(['One', 'Two']);
});

test('with the page itself the text is not sent again, and the server still knows it', () => {
  const page = { article: packText({ title: 'Title', body: whole }), asked: null };
  const sent = withoutShown(page);
  expect(structuredClone(sent)).toEqual({
    article: { title: 'Title', minutes: 1, body: { name: page.article.body.name, json: null } },
    asked: null,
  });
  // The same data once more: nothing is made anew.
  expect(withoutShown(page)).toBe(sent);
  expect(page.article.body.json).toBe(JSON.stringify(whole));
  const { article }: { article: typeof page.article } = Object(sent);
  expect(bodyOf(article.body)).toBe(JSON.stringify(whole));
});

test('data without a text are sent as they are', () => {
  const plain = { list: [1], nested: { deep: { deeper: 'x' } }, at: new Date(0) };
  expect(withoutShown(plain)).toBe(plain);
  expect(withoutShown(null)).toBeNull();
});

test('another text has another name, the same text the same one', () => {
  const text = (letters: string): RichText => ({ type: 'doc', content: [words(letters)] });
  expect(packBody(text('a')).name).toBe(packBody(text('a')).name);
  const names = Array.from({ length: 5_000 }, (_, number) => packBody(text(`word ${number}`)).name);
  expect(new Set(names).size).toBe(5_000);
});
