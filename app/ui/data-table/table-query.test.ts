import { describe, expect, test } from 'vitest';
import {
  fromBeginning,
  olderThan,
  pageOf,
  readPage,
  shownColumns,
  sortAddress,
  sortingOf,
} from './table-query';

const keys = ['name', 'since'] as const;
const fallback = { by: 'name', descending: false } as const;
const search = (query: string) => new URLSearchParams(query);

describe('the sorting', () => {
  test.each([
    ['', fallback],
    ['sort=since', { by: 'since', descending: false }],
    ['sort=since&order=descending', { by: 'since', descending: true }],
    ['sort=password&order=descending', fallback],
    ['sort=constructor', fallback],
    ['order=descending', fallback],
  ])('of "%s"', (query, sorting) => {
    expect(sortingOf(search(query), keys, fallback)).toEqual(sorting);
  });

  test('turns round at the second press, keeps the filter and begins again', () => {
    const address = sortAddress(search('role=USER&page=3'), 'name', {
      by: 'since',
      descending: true,
    });
    expect(address).toBe('?role=USER&sort=name');
    expect(sortAddress(search('sort=name'), 'name', fallback)).toBe('?sort=name&order=descending');
    const turned = { by: 'name', descending: true };
    expect(sortAddress(search('sort=name&order=descending'), 'name', turned)).toBe('?sort=name');
  });
});

test('another page keeps everything else', () => {
  expect(pageOf(search('sort=since&columns=&columns=role&page=1'), 2)).toBe(
    '?sort=since&columns=&columns=role&page=2',
  );
});

test('what is older in a log keeps everything else, and leads back to its beginning', () => {
  expect(olderThan(search('person=Ada&columns=&before=80'), '55')).toBe(
    '?person=Ada&columns=&before=55',
  );
  expect(fromBeginning(search('person=Ada&before=55&page=2')).toString()).toBe('person=Ada');
});

test.each([
  ['an empty list', 1, 0, { rows: [], page: 1, pages: 1 }],
  ['a list of one page', 1, 3, { rows: [1, 2, 3], page: 1, pages: 1 }],
  ['the next page', 2, 4, { rows: [4], page: 2, pages: 2 }],
  ['a page that its rows have left', 2, 3, { rows: [1, 2, 3], page: 1, pages: 1 }],
  ['a page long after the last', 99_999, 5, { rows: [4, 5], page: 2, pages: 2 }],
])('%s is read as the last that is there', async (_what, page, count, read) => {
  const all = Array.from({ length: count }, (_, position) => position + 1);
  const found = await readPage({ page, perPage: 3 }, Promise.resolve(count), async (stretch) =>
    all.slice(stretch.offset, stretch.offset + stretch.limit),
  );
  expect(found).toEqual({ ...read, count });
});

describe('the columns', () => {
  const columns = [{ name: 'name' }, { name: 'email' }, { name: 'role' }];
  test.each([
    ['', ['name', 'email', 'role']],
    ['columns=&columns=role', ['name', 'role']],
    ['columns=', ['name']],
    ['columns=nonsense&columns=email', ['name', 'email']],
  ])('of "%s"', (query, names) => {
    expect(shownColumns(search(query), columns).map(({ name }) => name)).toEqual(names);
  });
});
