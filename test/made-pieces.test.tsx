import { renderToString } from 'react-dom/server';
import type { ComponentProps, ReactElement } from 'react';
import { expect, test } from 'vitest';
import { Comment } from '~/features/forum/comment';
import { TranslationProvider } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { pieceMaker } from '~/layout/made-pieces.server';
import { packRows } from '~/lib/packed-rows';
import { MadeList, PieceMakerProvider } from '~/ui/made-list';

type View = ComponentProps<typeof Comment>['comment'];

const comment: View = {
  id: '01a1fa80-6c4b-7019-860a-87d00f8b3a68',
  position: 3,
  author: { name: 'Ada <Example>', pseudonym: null },
  createdAt: '2026-11-20T10:00:00.000Z',
  editedAt: null,
  state: 'visible',
  body: {
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: 'One & "two"' }] }],
  },
  quote: null,
  replyTo: null,
  version: 1,
  isOwn: false,
  isMentioned: false,
  mayChange: false,
  maySeeHistory: false,
};

/** A list as the topic shows it, with and without what was made before. */
function html(comments: View[], { mayReply = true, isMade = true, language = 'en' as const } = {}) {
  const page: ReactElement = (
    <MadeList
      as="ol"
      name={`comments ${mayReply}`}
      from={packRows(comments)}
      className="list"
      start={comments[0]?.position}
    >
      {(one: View) => <Comment key={one.id} comment={one} mayReply={mayReply} />}
    </MadeList>
  );
  return renderToString(
    <TranslationProvider language={language} translate={translateIn(language)}>
      <PieceMakerProvider value={isMade ? pieceMaker(language) : null}>{page}</PieceMakerProvider>
    </TranslationProvider>,
  );
}

test('a list of made pieces is the markup of its elements, the first time and again', () => {
  const comments = [
    comment,
    { ...comment, id: '01a1fa80-6c4b-7019-860a-87d00f8b3a69', position: 4 },
  ];
  const plain = html(comments, { isMade: false });
  expect(plain).toContain('One &amp; &quot;two&quot;');
  expect(html(comments)).toBe(plain);
  expect(html(comments)).toBe(plain);
});

test('a list shows what it is given, and an empty one says so', () => {
  const rows = [{ title: 'One' }, { title: 'Two' }];
  const shown = (some: typeof rows) =>
    renderToString(
      <PieceMakerProvider value={pieceMaker('en')}>
        <MadeList as="ul" name="some" from={packRows(some)} empty="None.">
          {(row: { title: string }) => <li key={row.title}>{row.title}</li>}
        </MadeList>
      </PieceMakerProvider>,
    );
  expect(shown(rows)).toBe('<ul><li>One</li><li>Two</li></ul>');
  expect(shown(rows.slice(1))).toBe('<ul><li>Two</li></ul>');
  expect(shown([])).toBe('<p>None.</p>');
});

test('whatever differs for the reader makes another piece', () => {
  const differing: Partial<View>[] = [
    { isOwn: true, mayChange: true },
    { isMentioned: true },
    { state: 'removed-by-moderator', body: null },
    { state: 'hidden' },
    { editedAt: '2026-11-20T11:00:00.000Z', maySeeHistory: true },
    { author: { name: null, pseudonym: 2 } },
  ];
  const first = html([comment]);
  for (const difference of differing) {
    const other = [{ ...comment, ...difference }];
    expect(html(other)).not.toBe(first);
    expect(html(other)).toBe(html(other, { isMade: false }));
  }
  expect(html([comment], { mayReply: false })).not.toContain('?reply=');
  expect(html([comment])).toContain('?reply=');
});

test('whoever answers a comment stays on its page', () => {
  const late = html([{ ...comment, position: 26 }]);
  expect(late).toContain(`"?page=2&amp;reply=${comment.id}#reply"`);
  expect(late).toContain(`"?page=2&amp;quote=${comment.id}#reply"`);
  expect(html([{ ...comment, position: 25 }])).not.toContain('page=');
});

test('a piece that asks for the page around it is made there', () => {
  const link = { type: 'link' as const, attrs: { href: '#place' } };
  const text = { type: 'text' as const, text: 'there', marks: [link] };
  const body = { type: 'doc' as const, content: [{ type: 'paragraph' as const, content: [text] }] };
  // No router here, so the link cannot be made as an element either, and that is not hidden.
  expect(() => html([{ ...comment, body }])).toThrow('useContext');
});
