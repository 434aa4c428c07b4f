import { describe, expect, test } from 'vitest';
import { clipboardCases } from '../../../tests/support/texts/clipboard-cases';
import { outline } from '../../../tests/support/site/outline';
import { parseHtml } from '../../../tests/support/site/parse-html';
import { richTextFromLines } from './pasted-lines';
import { richTextFromPasted } from './pasted-text';
import { readRichText } from '../rich-text-input';

describe('the HTML of a clipboard', () => {
  test.each(clipboardCases)('$name', ({ html, expected }) => {
    const text = richTextFromPasted(parseHtml(html));
    expect(outline(text)).toEqual(expected);
    const stored = readRichText(JSON.stringify(text), 'json', {
      maximum: 20_000,
      mayBeEmpty: true,
    });
    expect(stored).toEqual({ ok: true, text });
  });

  test('headings stay headings where texts have them', () => {
    const html = '<h1>One</h1><p>Text</p><h4><b>Two</b></h4>';
    expect(outline(richTextFromPasted(parseHtml(html), { hasHeadings: true }))).toEqual([
      '## One',
      'Text',
      '### Two',
    ]);
  });
});

describe('the plain text of a clipboard', () => {
  test.each([
    {
      name: 'lines of a page are joined, divided words too',
      text: 'The referring court asks, in essence, whether Arti-\ncle 15 of the regulation must be interpreted as giving the data pro-\ntection authority a choice.',
      expected: [
        'The referring court asks, in essence, whether Article 15 of the regulation must be interpreted as giving the data protection authority a choice.',
      ],
    },
    {
      name: 'an address keeps its lines',
      text: 'Court of Justice\nRue du Fort Niedergrünewald\nLuxembourg',
      expected: ['Court of Justice⏎Rue du Fort Niedergrünewald⏎Luxembourg'],
    },
    { name: 'empty lines separate paragraphs', text: 'One\n\n\nTwo', expected: ['One', 'Two'] },
  ])('$name', ({ text, expected }) => {
    expect(outline(richTextFromLines(text))).toEqual(expected);
  });
});
