import { describe, expect, test } from 'vitest';
import { outline } from '../../tests/support/site/outline';
import { storedText } from './editor-text';
import { plainText } from './plain-text';
import { isFormatted, mergePlainText, plainFieldText } from './plain-text-merge';
import { pictureWidths } from './pictures';
import { type RichText, richTextSchema } from './rich-text';
import { readRichText } from './rich-text-input';

const attrs = {
  id: '01890a5d-ac96-774b-bcce-b302099a8057',
  width: 960,
  height: 640,
  alt: 'Judges in the hall',
};
const picture = (given: object = {}) => ({ type: 'picture', attrs: { ...attrs, ...given } });
const paragraph = (words: string) => ({
  type: 'paragraph',
  content: [{ type: 'text', text: words }],
});
const textOf = (...content: unknown[]) => ({ type: 'doc', content });
const checked = (...content: unknown[]): RichText => richTextSchema.parse(textOf(...content));
const limits = { maximum: 60_000, hasPictures: true };
const read = (value: unknown, how: object = {}) =>
  readRichText(JSON.stringify(value), 'json', { ...limits, ...how });

describe('a picture in a text', () => {
  test('is taken with its words as lines, and without an empty caption', () => {
    const typed = textOf(
      picture({ alt: ' Judges \n in the hall\u0000 ', caption: 'Photo:  Ann ' }),
    );
    const caption = { caption: 'Photo: Ann' };
    expect(read(typed)).toEqual({ ok: true, text: textOf(picture(caption)) });
    expect(read(textOf(picture({ caption: '  ' })))).toEqual({ ok: true, text: textOf(picture()) });
  });

  test('needs a description, of a length that one listens to', () => {
    const refused = { ok: false, error: 'form.picture-alt' };
    for (const alt of ['', '  \n', '\u200B', undefined, 7, 'x'.repeat(301)]) {
      expect(read(textOf(picture({ alt }))), String(alt)).toEqual(refused);
    }
    expect(read(textOf({ type: 'picture' }))).toEqual(refused);
    expect(read(textOf(picture({ alt: 'x'.repeat(300) }))).ok).toBe(true);
  });

  test('is one of at most 50', () => {
    expect(read(textOf(...Array(50).fill(picture()))).ok).toBe(true);
    expect(read(textOf(...Array(51).fill(picture())))).toEqual({
      ok: false,
      error: 'form.too-many-pictures',
    });
  });

  test.each<[string, unknown]>([
    ['an address in place of an id', picture({ id: 'https://elsewhere.example/a.png' })],
    ['a path in its id', picture({ id: '../../settings' })],
    ['an address beside its id', picture({ src: 'https://elsewhere.example/a.png' })],
    ['a width that none has', picture({ width: 1441 })],
    ['a height that is none', picture({ height: 0.5 })],
    ['a script on it', picture({ onerror: 'alert(1)' })],
    ['content', { ...picture(), content: [paragraph('a')] }],
    ['a long caption', picture({ caption: 'x'.repeat(301) })],
    ['a quotation around it', { type: 'blockquote', content: [picture()] }],
  ])('is refused with %s', (_name, block) => {
    expect(read(textOf(block))).toEqual({ ok: false, error: 'form.invalid' });
  });

  test('is refused where texts have none, as in comments and newsletters', () => {
    const refused = { ok: false, error: 'form.invalid' };
    expect(read(textOf(picture()), { hasPictures: false })).toEqual(refused);
  });

  test('is its description and caption where there are only words', () => {
    expect(plainText(checked(picture({ caption: 'Photo: Ann' }), paragraph('Below.')))).toBe(
      '[Judges in the hall] Photo: Ann\nBelow.',
    );
    expect(plainText(checked(picture()))).toBe('[Judges in the hall]');
  });

  test('stays where it is left alone or moved in the plain field, and goes where it is deleted', () => {
    const base = checked(paragraph('Above.'), picture(), paragraph('Below.'));
    const field = plainFieldText(base);
    expect(isFormatted(checked(picture()))).toBe(true);
    expect(mergePlainText(base, `${field}\n\nMore.`).content[1]).toEqual(picture());
    const moved = field.split('\n\n').toReversed().join('\n\n');
    expect(outline(mergePlainText(base, moved))).toEqual([
      'Below.',
      '![Judges in the hall]',
      'Above.',
    ]);
    expect(outline(mergePlainText(base, 'Above.\n\nBelow.'))).toEqual(['Above.', 'Below.']);
  });

  test('of the editor is stored with what the schema names, and is left out when it is none', () => {
    expect(storedText(textOf(picture({ caption: '' })))).toEqual(textOf(picture()));
    expect(storedText(textOf(picture({ id: 'x' })))).toEqual(textOf());
  });

  test('is stored in its own width and the smaller ones', () => {
    expect(pictureWidths(200)).toEqual([200]);
    expect(pictureWidths(960)).toEqual([480, 960]);
    expect(pictureWidths(1440)).toEqual([480, 960, 1440]);
  });
});
