import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyRichText } from '../../tests/support/texts/rich-texts';
import type { Block, NestedBlock, RichText } from './rich-text';
import { richTextFields, withRichText } from './rich-text-input';
import { plainText } from './plain-text';
import {
  mergeUnfinishedText,
  isFormatted,
  plainFieldText,
  textToRichText,
  mergePlainText,
} from './plain-text-merge';
import { z } from 'zod';

const bold = (text: string): NestedBlock => ({
  type: 'paragraph',
  content: [{ type: 'text', text, marks: [{ type: 'bold' }] }],
});
const plain = (text: string): NestedBlock => ({
  type: 'paragraph',
  content: [{ type: 'text', text }],
});
const list = (...items: string[]): NestedBlock => ({
  type: 'bulletList',
  content: items.map((item) => ({ type: 'listItem', content: [bold(item)] })),
});
const quote: NestedBlock = { type: 'blockquote', content: [bold('said'), list('a'), plain('so')] };
const doc = (...content: Block[]): RichText => ({ type: 'doc', content });
const base = doc(bold('One'), list('two', 'three'), quote, { type: 'paragraph' }, bold('Four'));

describe('a text with formatting in a plain field', () => {
  test('stays as it is while its words do, whatever it looks like', () => {
    fc.assert(
      fc.property(anyRichText, (text) => {
        // As a browser sends it.
        const sent = plainFieldText(text).replaceAll('\n', '\r\n');
        const after = mergePlainText(text, sent);
        const hasWords = /\S/.test(plainText(text));
        expect(after.content).toEqual(hasWords ? text.content : []);
      }),
    );
  });

  test('shows its words, a paragraph or list after the other', () => {
    expect(plainFieldText(base)).toBe('One\n\ntwo\nthree\n\nsaid\na\nso\n\n\n\nFour');
  });

  test('a changed paragraph becomes plain, the others keep all they have', () => {
    const typed = plainFieldText(base).replace('One', 'Once');
    expect(mergePlainText(base, typed)).toEqual(doc(plain('Once'), ...base.content.slice(1)));
    const last = plainFieldText(base).replace('Four', 'Five');
    expect(mergePlainText(base, last)).toEqual(doc(...base.content.slice(0, -1), plain('Five')));
    const inList = mergePlainText(base, plainFieldText(base).replace('three', '3'));
    expect(inList.content[1]).toEqual(textToRichText('two\n3').content[0]);
    expect(inList.content.toSpliced(1, 1)).toEqual(base.content.toSpliced(1, 1));
  });

  test('added, removed and moved paragraphs leave the others alone', () => {
    const [one, two, said, empty, four] = base.content;
    if (!one || !two || !said || !empty || !four) throw new Error('The base has five blocks.');
    const words = { one: 'One', two: 'two\nthree', said: 'said\na\nso', four: 'Four' };
    const typed = (...parts: string[]) => mergePlainText(base, parts.join('\n\n'));
    expect(typed(words.one, 'New', words.two, words.said, words.four)).toEqual(
      doc(one, plain('New'), two, said, empty, four),
    );
    expect(typed(words.one, words.four)).toEqual(doc(one, four));
    expect(typed(words.four, words.said, words.one)).toEqual(doc(four, said, empty, one));
    expect(typed('')).toEqual(doc());
  });

  test('nothing typed is lost or added, whatever was there', () => {
    const typing = fc.string({ unit: fc.constantFrom('a', 'b', 'é', ' ', '\n'), maxLength: 12 });
    fc.assert(
      fc.property(anyRichText, typing, fc.nat(20), (text, typed, at) => {
        const shown = plainFieldText(text);
        const now = `${shown.slice(0, at)}${typed}${shown.slice(at)}`.toWellFormed();
        const lettersOf = (words: string) => words.normalize('NFC').replaceAll(/\s/g, '');
        for (const over of [mergePlainText, mergeUnfinishedText]) {
          expect(lettersOf(plainText(over(text, now)))).toBe(lettersOf(now));
        }
      }),
    );
  });

  test('in the middle of typing a blank at the end stays', () => {
    expect(mergeUnfinishedText(doc(), 'Go ')).toEqual(doc(plain('Go ')));
    expect(mergeUnfinishedText(doc(bold('One')), 'One\n\nGo ')).toEqual(
      doc(bold('One'), plain('Go ')),
    );
    expect(mergeUnfinishedText(doc(list('a')), 'a\n\n')).toEqual(
      doc(list('a'), { type: 'paragraph' }),
    );
  });
});

test('a text is known to have formatting when it has', () => {
  expect(isFormatted(base)).toBe(true);
  expect(isFormatted(doc(bold('a')))).toBe(true);
  expect(isFormatted(doc(list('a')))).toBe(true);
  expect(isFormatted(doc({ type: 'paragraph', attrs: { indent: 1 }, content: [] }))).toBe(true);
  expect(isFormatted(textToRichText('One\ntwo\n\nThree'))).toBe(false);
  expect(isFormatted(doc())).toBe(false);
});

describe('a form that a plain field sends', () => {
  const schema = z.strictObject(richTextFields).transform(withRichText({ maximum: 20 }));
  const send = (body: string, start: string) =>
    schema.safeParse({ body, bodyFormat: 'text', bodyStart: start });
  const start = doc(bold('Bold'), plain('Plain'));

  test('keeps the formatting of what was left as it is', () => {
    expect(send('Bold\r\n\r\nChanged', JSON.stringify(start)).data).toEqual({
      body: doc(bold('Bold'), plain('Changed')),
    });
  });

  test('counts what is typed, not what was there', () => {
    const long = JSON.stringify(doc(bold('Bold'), plain('a'.repeat(40))));
    expect(send('Bold', long).data).toEqual({ body: doc(bold('Bold')) });
    expect(send(`Bold\n\n${'a'.repeat(20)}`, long).error?.issues[0]?.message).toBe('form.too-long');
  });

  test('refuses what was never there', () => {
    for (const strange of ['{', '{"type":"doc","content":[{"type":"image"}]}', '[]']) {
      expect(send('Bold', strange).error?.issues[0]?.message).toBe('form.invalid');
    }
    expect(send('', JSON.stringify(start)).error?.issues[0]?.message).toBe('form.required');
  });
});
