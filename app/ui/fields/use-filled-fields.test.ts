import { describe, expect, test } from 'vitest';
import { refill } from './use-filled-fields';

const saved = { version: 3, address: 'Old Street', vat: '1', menu: 'none' };
const filled = { loaded: saved, saved, version: 3, key: 0 };
const names = ['address', 'vat'] as const;

describe('when another form of the page was sent', () => {
  test('the fields stay, and are up to date when nothing of them was saved', () => {
    const loaded = { ...saved, version: 4, menu: 'one' };
    const after = refill(filled, loaded, { names, answer: 'none' });
    expect(after).toMatchObject({ key: 0, version: 4 });
  });

  test('the fields stay, and do not replace unseen what someone else has saved', () => {
    const loaded = { ...saved, version: 4, vat: '2' };
    const after = refill(filled, loaded, { names, answer: 'none' });
    expect(after).toMatchObject({ key: 0, version: 3, saved: { vat: '1' } });
    const later = refill(after, { ...loaded, version: 5 }, { names, answer: 'none' });
    expect(later).toMatchObject({ key: 0, version: 3 });
  });
});

describe('when this form was sent', () => {
  const loaded = { ...saved, version: 4, vat: '2' };

  test('the fields start anew once it is saved', () => {
    const after = refill(filled, loaded, { names, answer: undefined });
    expect(after).toMatchObject({ key: 1, version: 4, saved: loaded });
  });

  test('after a conflict they show what was typed, and the next try replaces what is saved', () => {
    const values = { address: 'New Street' };
    const answer = { error: 'error.changed-meanwhile', values };
    const after = refill(filled, loaded, { names, answer });
    expect(after).toMatchObject({ key: 1, version: 4, typed: values });
  });

  test('after another refusal they stay', () => {
    const after = refill(filled, loaded, { names, answer: { error: 'error.invalid-input' } });
    expect(after).toMatchObject({ key: 0, version: 3 });
  });
});
