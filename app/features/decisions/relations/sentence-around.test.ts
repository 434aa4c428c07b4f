import { expect, test } from 'vitest';
import { sentenceAround } from './sentence-around';

const text = `34. Damage must be shown. According to the Court (judgment of 4 May 2023,
Österreichische Post, C‑300/21, EU:C:2023:370, paragraph 32), the mere infringement is not enough.
35. It follows that the appeal fails.`;

test('the sentence around a citation is found however the citation is written', () => {
  for (const key of ['ECLIEUC2023370', 'C300/21']) {
    expect(sentenceAround(text, [key], 'en')).toBe(
      'According to the Court (judgment of 4 May 2023, Österreichische Post, C‑300/21, EU:C:2023:370, paragraph 32), the mere infringement is not enough.',
    );
  }
});

test('another number or identifier that only begins the same way is no citation', () => {
  expect(sentenceAround(text, ['ECLIEUC202337', 'C300/2', 'C30/21'], 'en')).toBeNull();
  expect(sentenceAround('See T-C-300/21.', ['300/211'], null)).toBeNull();
});

test('a long sentence is cut between words on both sides of the citation', () => {
  const words = 'damage and consent '.repeat(40);
  const found = sentenceAround(`${words}C-300/21 ${words}`, ['C300/21'], 'en') ?? '';
  expect(found).toMatch(/^… (damage|and|consent) .*C-300\/21 .* (damage|and|consent) …$/);
  expect(found.length).toBeLessThan(560);
});
