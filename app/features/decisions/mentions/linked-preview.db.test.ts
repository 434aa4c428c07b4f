import { beforeAll, expect, test } from 'vitest';
import { eq } from 'drizzle-orm';
import { db, schema } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { loadCourts } from '~/features/decisions/courts/courts.server';
import type { WordSpan } from '~/features/library/preview/word-document';
import { loadDemonstrationDecisions } from '~/features/operations/demonstration/decision-content.server';
import { type Actor, anonymous } from '~/policy/actor';
import { actorOf } from '../../../../tests/support/people/actors';
import { linkPreview } from './linked-preview.server';

const damages = 'ECLI:EU:C:2023:370';
let member: Actor;

beforeAll(async () => {
  await loadCourts();
  await loadDemonstrationDecisions();
  member = actorOf(await makeUser(db()));
});

const inText = async (spans: WordSpan[], actor = member) => {
  const content = await linkPreview(actor, { kind: 'text', spans });
  return content.kind === 'text' ? content.spans : [];
};

/** The stretches that lead somewhere, with where they lead. */
const linksIn = (spans: readonly WordSpan[]) =>
  spans.flatMap(({ cited }) =>
    cited ? [[cited.link.href, cited.spans.map(({ text }) => text).join('')]] : [],
  );

const wordsOf = (spans: readonly WordSpan[]): string =>
  spans.map(({ text, cited }) => (cited ? wordsOf(cited.spans) : text)).join('');

test('what a text cites is a link with a card, and every word stays', async () => {
  const text = 'See C-300/21, paragraph 32, and C-9999/99 on Art. 82 GDPR.\n';
  const spans = await inText([{ text }]);
  expect(linksIn(spans)).toEqual([
    [`/decisions/${damages}`, 'C-300/21'],
    ['/provisions/gdpr/82', 'Art. 82 GDPR'],
  ]);
  expect(wordsOf(spans)).toBe(text);
  const card: unknown = JSON.parse(
    spans.find(({ cited }) => cited)?.cited?.link['data-decision'] ?? '',
  );
  expect(card).toMatchObject({ court: { code: 'EU:C' }, decidedOn: '2023-05-04' });
});

test('a Word document has links in paragraphs, tables and notes, across what is bold', async () => {
  const spans: WordSpan[] = [
    { text: 'As in C-' },
    { text: '300', bold: true },
    { text: '/21', italic: true },
    { text: '', note: 1 },
    { text: ' was said.' },
  ];
  const cell = { columns: 1, rows: 1, blocks: [{ kind: 'paragraph' as const, spans }] };
  const content = await linkPreview(member, {
    kind: 'word',
    blocks: [
      { kind: 'heading', level: 2, spans },
      { kind: 'table', rows: [{ isHeader: false, cells: [cell] }] },
    ],
    footnotes: [[{ kind: 'item', depth: 0, isOrdered: true, spans }]],
  });
  const linked = (card: object) => [
    { text: 'As in ' },
    {
      text: '',
      cited: {
        link: { href: `/decisions/${damages}`, ...card },
        spans: [{ text: 'C-' }, { text: '300', bold: true }, { text: '/21', italic: true }],
      },
    },
    { text: '', note: 1 },
    { text: ' was said.' },
  ];
  // The card comes with the first of them.
  const first = linked({ 'data-decision': expect.any(String) });
  const next = linked({});
  expect(content).toEqual({
    kind: 'word',
    blocks: [
      { kind: 'heading', level: 2, spans: first },
      {
        kind: 'table',
        rows: [
          { isHeader: false, cells: [{ ...cell, blocks: [{ kind: 'paragraph', spans: next }] }] },
        ],
      },
    ],
    footnotes: [[{ kind: 'item', depth: 0, isOrdered: true, spans: next }]],
  });
});

test('no link is put into a link, around a note, or into what a picture is called', async () => {
  const kept: WordSpan[][] = [
    [{ text: 'C-300/21', link: 'https://curia.europa.eu' }],
    [{ text: 'C-300/21', isPicture: true }],
    [{ text: 'C-300' }, { text: '', note: 1 }, { text: '/21' }],
  ];
  for (const spans of kept) expect(await inText(spans)).toEqual(spans);
});

test('a decision that the reader may not find is mere words', async () => {
  const { decisionRecords } = schema;
  const isIt = eq(decisionRecords.identifier, damages);
  await db().update(decisionRecords).set({ visibility: 'members' }).where(isIt);
  expect(linksIn(await inText([{ text: 'C-300/21' }]))).toHaveLength(1);
  expect(await inText([{ text: 'C-300/21' }], anonymous)).toEqual([{ text: 'C-300/21' }]);
});
