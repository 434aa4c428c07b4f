import { expect, test } from 'vitest';
import { draftSchema } from '~/features/writing/drafts/draft-schemas';
import { reportedErrorSchema } from '~/features/telemetry/error-tracking/error-schemas';
import { editingSchema } from '~/features/content/editor/editing-schemas';
import { categorySchema, moveTopicSchema } from '~/features/forum/forum-schemas';
import { uploadMetadataSchema } from '~/features/library/uploads/upload-schemas';
import { newId } from '~/lib/new-id';

/** PostgreSQL keeps no NUL in text (section 8.3) and nothing but whole characters in JSON (8.14). */
const nul = 'a\0b';
const half = 'a\uD800b';

const upload = {
  filename: 'a.txt',
  collection: 'userIntranet',
  note: 'first',
  fingerprint: 'a'.repeat(64),
};
const report = {
  message: 'a',
  stackTrace: null,
  url: '/about',
  sessionToken: 'a'.repeat(64),
  user: 'anonymous',
  version: '1.0.0',
  versionDate: null,
  hash: 'a'.repeat(40),
};

test.each([
  ['the note of an upload', uploadMetadataSchema, upload, { note: nul }],
  ['the version in a report', reportedErrorSchema, report, { version: nul }],
  [
    'the category of a topic',
    moveTopicSchema,
    { intent: 'move', category: 'board' },
    { category: nul },
  ],
])('%s is refused with a NUL', (_what, schema, good, change) => {
  expect(schema.safeParse(good).success).toBe(true);
  expect(schema.safeParse({ ...good, ...change }).success).toBe(false);
});

test('a draft is kept without what cannot be kept', () => {
  const draft = (fields: Record<string, string>, version = 0, place = 'new/general') =>
    draftSchema.safeParse({
      place,
      mark: newId(),
      known: [],
      body: '',
      version,
      fields,
    });
  expect(draft({ title: nul, tags: half }).data?.fields).toEqual({ title: 'ab', tags: 'a\uFFFDb' });
  for (const name of [nul, half]) expect(draft({ [name]: 'x' }).success).toBe(false);
  expect(draft({}, 3_000_000_000).success).toBe(false);
  expect(draft({}, 0, `topic/${newId()}`).success).toBe(true);
  for (const place of [`topic/${'-'.repeat(36)}`, `edit/${newId()}/`, 'content/', 'new/A'])
    expect(draft({}, 0, place).success, place).toBe(false);
});

const member = {
  versionName: '',
  title: 'Ada',
  role: 'President',
  function: 'Judge',
  court: 'A court',
  country: 'BE',
  coverAlt: '',
  body: 'A life.',
};
const category = { name: 'Talk', slug: 'talk', description: '', position: '1' };

/** Nor does it count as far as a browser can (PostgreSQL, section 8.1). */
test.each<[string, { safeParse: (given: object) => { success: boolean } }, object, string]>([
  ['a category', categorySchema, category, 'version'],
  ['a member of the board', editingSchema('board-member'), member, 'baseVersion'],
])('%s begun on a version that cannot be is refused', (_what, schema, good, name) => {
  expect(schema.safeParse({ ...good, [name]: '1' }).success).toBe(true);
  expect(schema.safeParse({ ...good, [name]: '9007199254740991' }).success).toBe(false);
});
