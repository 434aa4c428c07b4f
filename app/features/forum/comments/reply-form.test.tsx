import { expect, test } from 'vitest';
import { markupOf } from '../../../../tests/support/site/markup-of';
import { quotationOf } from './quotations';
import { ReplyForm } from './reply-form';

/** The form as it answers a comment with these words and quotes this passage of it. */
const formOf = (words: string, passage: string) =>
  markupOf(
    <ReplyForm
      topicId="topic"
      isOpen
      page={1}
      formId="form"
      draft={null}
      subject={{
        id: 'comment',
        position: 1,
        words,
        author: { name: 'Ada Example', pseudonym: null },
        isQuoted: true,
        passage,
      }}
      fieldErrors={{}}
    />,
  );

const long = 'What the court said. '.repeat(60).trim();

test.each([
  ['a passage', 'Before. What the court said. After.', 'the court'],
  ['a passage that is too long', `Before. ${long} After.`, long],
  ['words that the comment does not say', 'What the court said.', 'Ada Example 1 May'],
  ['no passage of a long comment', long, ''],
])('the form shows what will be quoted: %s', (_, words, passage) => {
  expect(formOf(words, passage)).toContain(`<p>${quotationOf(words, passage)}</p>`);
});
