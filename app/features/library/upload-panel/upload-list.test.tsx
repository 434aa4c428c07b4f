import { expect, test } from 'vitest';
import { UploadList } from './upload-list';
import type { UploadItem } from './upload-queue';
import { markupOf } from '../../../../tests/support/site/markup-of';

const item = (changes: Partial<UploadItem>): UploadItem => ({
  key: changes.bytes ?? 0,
  name: 'minutes.pdf',
  path: '',
  bytes: 1_000,
  sent: 0,
  state: 'sending',
  error: null,
  document: null,
  duplicate: null,
  round: 1,
  ...changes,
});

function shown(items: readonly UploadItem[]): string {
  return markupOf(<UploadList items={items} />);
}

const values = (html: string) =>
  [...html.matchAll(/<progress max="100" value="(\d+)"/g)].map((found) => Number(found[1]));

test('the progress is the percentage of bytes, of all files together and of each', () => {
  const large = item({ bytes: 9_000, sent: 3_000 });
  const small = item({ bytes: 1_000, sent: 1_000, state: 'done' });
  expect(values(shown([small, large]))).toEqual([40, 33]);
});

test('what was refused is not waited for, and what is done shows no progress', () => {
  const refused = item({ bytes: 5_000, state: 'failed', error: 'error.storage/empty-file' });
  expect(values(shown([refused, item({ bytes: 2_000, sent: 500 })]))).toEqual([25, 25]);
  const done = item({ sent: 1_000, state: 'done' });
  expect(shown([done])).not.toContain('<progress');
  expect(shown([refused, done])).not.toContain('<progress');
});

test('a file whose folder was deleted is not tried again', () => {
  const failed = (error: string) => shown([item({ state: 'failed', error })]);
  expect(failed('error.storage/unknown')).toContain('Try again');
  const gone = failed('error.intranet-resource.folder-gone');
  expect(gone).toContain('Choose another folder.');
  expect(gone).not.toContain('Try again');
});
