import { expect, test } from 'vitest';
import {
  reloadAfterConflict,
  reloadOwnChanges,
  reloadOwnChangesAndConflicts,
} from './revalidation';

const here = new URL('https://www.example.org/intranet/documents/1/details');
const open = {
  currentUrl: here,
  nextUrl: here,
  currentParams: {},
  nextParams: {},
  defaultShouldRevalidate: true,
};

test('a form keeps what it was filled with when its page is loaded again in the background', () => {
  expect(reloadOwnChanges(open)).toBe(false);
  expect(reloadOwnChangesAndConflicts(open)).toBe(false);
  expect(reloadAfterConflict(open)).toBe(true);
});

test('it is filled again after its own change, and at another address', () => {
  const nextUrl = new URL('?proposals', here);
  for (const reload of [reloadOwnChanges, reloadOwnChangesAndConflicts]) {
    expect(reload({ ...open, formMethod: 'POST' })).toBe(true);
    expect(reload({ ...open, nextUrl })).toBe(true);
  }
});

test('what someone else has saved is read after the refusal by a form that shows it', () => {
  const refused = {
    ...open,
    formMethod: 'POST',
    actionStatus: 409,
    defaultShouldRevalidate: false,
  } as const;
  expect(reloadOwnChangesAndConflicts(refused)).toBe(true);
  expect(reloadAfterConflict(refused)).toBe(true);
  expect(reloadOwnChanges(refused)).toBe(false);
});
