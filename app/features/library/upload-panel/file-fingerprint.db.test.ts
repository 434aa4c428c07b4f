import { expect, test } from 'vitest';
import { fingerprintOf } from './file-fingerprint';

const place = { collection: 'userIntranet', folder: null };
const fileOf = (content: BlobPart[]) =>
  new File(content, 'minutes.txt', { lastModified: 1_700_000_000_000 });

test('a changed file of the same name, size and time is another file', async () => {
  const of = (text: string) => fingerprintOf({ file: fileOf([text]), path: '' }, place);
  expect(await of('agreed')).toMatch(/^[0-9a-f]{64}$/);
  expect(await of('agreed')).toBe(await of('agreed'));
  expect(await of('agreed')).not.toBe(await of('argued'));
});

test('a change anywhere in a long file is seen', async () => {
  const long = new Uint8Array(17 * 1024 * 1024);
  const before = await fingerprintOf({ file: fileOf([long]), path: '' }, place);
  long[9 * 1024 * 1024] = 1;
  expect(await fingerprintOf({ file: fileOf([long]), path: '' }, place)).not.toBe(before);
});

test('the same file in another folder is another upload', async () => {
  const file = fileOf(['text']);
  const here = await fingerprintOf({ file, path: '' }, place);
  expect(await fingerprintOf({ file, path: '' }, { ...place, folder: 'other' })).not.toBe(here);
});
