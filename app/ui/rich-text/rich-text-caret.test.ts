import { getSchema } from '@tiptap/core';
import { EditorState, TextSelection } from '@tiptap/pm/state';
import { Node } from '@tiptap/pm/model';
import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import { anyRichText } from '../../../tests/support/texts/rich-texts';
import type { Block, NestedBlock, RichText } from '~/rich-text/rich-text';
import { plainFieldText } from '~/rich-text/plain-text-merge';
import { caretAfter } from './rich-text-caret';
import { richTextExtensions, toEdit } from './rich-text-extensions';

const schema = getSchema(
  richTextExtensions({ hasHeadings: false, hasTables: true, hasPictures: true }),
);
const documentOf = (text: RichText) => Node.fromJSON(schema, toEdit(text));

/** The library warns of a caret that stands in no line of text; letters typed there make trouble. */
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation((said) => {
    throw new Error(String(said));
  });
});

// Nor the strokes between the cells of a table, which the editor does not have.
const letters = (text: string) => text.normalize('NFC').replaceAll(/[\s|]/g, '');

/** What stands before the caret after these words, `|` between lines. */
function before(text: RichText, words: string): string {
  const document = documentOf(text);
  const { from } = caretAfter(document, words);
  return document.textBetween(0, from, '|', '|');
}

const withoutPictures = ({ type, content }: RichText): RichText => ({
  type,
  content: content.filter((block) => block.type !== 'picture'),
});

test('the caret stands behind the same letters, in a line of text, in texts of every shape', () => {
  fc.assert(
    fc.property(anyRichText.map(withoutPictures), fc.nat(60), (text, at) => {
      const document = documentOf(text);
      document.check();
      const shown = plainFieldText(text);
      const words = shown.slice(0, at).toWellFormed().replaceAll('\ufffd', '');
      const selection = caretAfter(document, words);
      expect(selection).toBeInstanceOf(TextSelection);
      expect(selection.$head.parent.inlineContent).toBe(true);
      expect(letters(document.textBetween(0, selection.from))).toBe(letters(words));
      // And stays there, when it is set and when something is typed.
      const state = EditorState.create({ doc: document });
      state.apply(state.tr.setSelection(selection).insertText('x'));
    }),
  );
});

const paragraph = (text: string): NestedBlock => ({
  type: 'paragraph',
  ...(text ? { content: [{ type: 'text', text }] } : {}),
});
const list = (...items: string[]): NestedBlock => ({
  type: 'bulletList',
  content: items.map((item) => ({ type: 'listItem', content: [paragraph(item)] })),
});
const quote = (...content: NestedBlock[]): NestedBlock => ({ type: 'blockquote', content });
const doc = (...content: Block[]): RichText => ({ type: 'doc', content });

test.each([
  ['nothing at all', doc(), '', ''],
  ['an empty paragraph', doc(paragraph('')), '', ''],
  [
    'a list at the end',
    doc(paragraph('One'), list('two', 'three')),
    'One\n\ntwo\nthree',
    'One|two|three',
  ],
  ['the middle of a list', doc(list('two', 'three')), 'two\nth', 'two|th'],
  ['an empty item', doc(paragraph('One'), list('two', '')), 'One\n\ntwo\n', 'One|two|'],
  ['a quotation alone', doc(quote(paragraph('said'))), 'said', 'said'],
  ['a list in a quotation', doc(quote(list('a', 'b'))), 'a\nb', 'a|b'],
  ['an empty quotation', doc(quote(paragraph(''))), '', ''],
  ['a line that was just begun', doc(paragraph('One'), paragraph('')), 'One\n', 'One|'],
  ['a blank at the end', doc(paragraph('One ')), 'One ', 'One '],
  ['between two paragraphs', doc(paragraph('One'), paragraph('two')), 'One\n\n', 'One|'],
])('%s', (_name, text, words, expected) => {
  expect(before(text, words)).toBe(expected);
});

test('the caret is never on a picture, which the next letter would replace', () => {
  const attrs = {
    id: '01890a5d-ac96-774b-bcce-b302099a8057',
    width: 9,
    height: 9,
    alt: 'A b',
    caption: 'C',
  };
  const picture: Block = { type: 'picture', attrs };
  const text = doc(paragraph('up'), picture, paragraph('down'));
  const field = plainFieldText(text);
  expect(field).toBe('up\n\n[A b] C\n\ndown');
  for (const words of [field.slice(0, 5), field.slice(0, 9), `${field.slice(0, 11)}\n\n`]) {
    expect(before(text, words).replaceAll('|', ''), words).toBe('up');
    expect(caretAfter(documentOf(text), words).$head.parent.textContent, words).toBe('down');
  }
  expect(before(text, field.slice(0, -2)).replaceAll('|', '')).toBe('updo');
  expect(caretAfter(documentOf(doc(picture)), '')).toBeInstanceOf(TextSelection);
});
