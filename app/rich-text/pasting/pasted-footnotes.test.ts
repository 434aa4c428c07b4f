import { expect, test } from 'vitest';
import { takeFootnotes } from './pasted-footnotes';
import { type PastedNode, richTextFromPasted } from './pasted-text';

const element = (
  tag: string,
  attributes: Record<string, string>,
  ...children: PastedNode[]
): PastedNode => ({ tag, attributes, children });

/** As Word writes a text with notes below it. */
const word = [
  element(
    'p',
    {},
    'As held',
    element('a', { href: '#_ftn1', name: '_ftnref1' }, element('sup', {}, '[1]')),
    ' twice',
    element('a', { href: '#_ftn2', name: '_ftnref2' }, element('sup', {}, '[2]')),
  ),
  element(
    'div',
    { style: 'mso-element:footnote-list' },
    element('hr', {}),
    ...[1, 2].map((number) =>
      element(
        'div',
        { style: 'mso-element:footnote', id: `ftn${number}` },
        element(
          'p',
          {},
          element('a', { href: `#_ftnref${number}`, name: `_ftn${number}` }, `[${number}]`),
          ` Case  ${number}.`,
        ),
        element('p', {}, 'Second line.'),
      ),
    ),
  ),
];

test('the footnotes of Word leave the text; their marks have the numbers of the list', () => {
  const { text, notes } = takeFootnotes(word);
  expect(notes).toEqual([
    { key: 'ftn1', words: 'Case 1. Second line.' },
    { key: 'ftn2', words: 'Case 2. Second line.' },
  ]);
  const noteNumbers = new Map([
    ['ftn1', 7],
    ['ftn2', 3],
  ]);
  const [paragraph, ...others] = richTextFromPasted(text, { noteNumbers }).content;
  expect(others).toEqual([]);
  const superscript = [{ type: 'superscript' }];
  expect(paragraph).toMatchObject({
    content: [
      { text: 'As held' },
      { text: '7', marks: superscript },
      { text: ' twice' },
      { text: '3', marks: superscript },
    ],
  });
});

test('so do those of LibreOffice', () => {
  const { text, notes } = takeFootnotes([
    element('p', {}, 'As held', element('a', { href: '#sdfootnote4sym' }, element('sup', {}, '4'))),
    element(
      'div',
      { id: 'sdfootnote4' },
      element('p', {}, element('a', { href: '#sdfootnote4anc' }, '4'), 'Case C-131/12.'),
    ),
  ]);
  expect(notes).toEqual([{ key: 'sdfootnote4', words: 'Case C-131/12.' }]);
  const { content } = richTextFromPasted(text, { noteNumbers: new Map([['sdfootnote4', 1]]) });
  expect(content).toMatchObject([{ content: [{ text: 'As held' }, { text: '1' }] }]);
});

test('a text without notes stays as it is', () => {
  const plain = [element('p', {}, 'See ', element('a', { href: '#_ftn1' }, '[1]'))];
  expect(takeFootnotes(plain)).toEqual({ text: plain, notes: [] });
});
