import { useTranslate } from '~/i18n/translation-context';
import { pageStart } from './page-number';
import classes from './pagination.module.css';
import { SiteLink } from './site-link';

type PaginationProps = { page: number; pages: number; address: (page: number) => string };

/** Links to the pages of a long list: the first, the last, and those around the one shown. */
export function Pagination({ page, pages, address }: PaginationProps) {
  const t = useTranslate();
  if (pages < 2) return null;
  const numbers = Array.from({ length: pages }, (_, position) => position + 1).filter(
    (number) => number === 1 || number === pages || Math.abs(number - page) <= 2,
  );
  return (
    <nav aria-label={t('pages.list')} data-no-print>
      <ul className={classes.pages}>
        {numbers.map((number, position) => (
          <li key={number} data-gap={number - (numbers[position - 1] ?? number) > 1 || undefined}>
            <SiteLink
              to={address(number)}
              state={pageStart}
              aria-current={number === page ? 'page' : undefined}
              aria-label={t('pages.number', { page: number })}
            >
              {number}
            </SiteLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The address of a page of a list, with further search parameters; empty ones are left out. */
export function pageAddress(query: Record<string, string>): (page: number) => string {
  const kept = Object.entries(query).filter(([, value]) => value !== '');
  return (page) => `?${new URLSearchParams([...kept, ['page', String(page)]])}`;
}
