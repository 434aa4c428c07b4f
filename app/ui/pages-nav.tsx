import { useTranslate } from '~/i18n/translation-context';
import classes from './pages-nav.module.css';
import { SiteLink } from './site-link';

type PagesNavProps = { page: number; pages: number; address: (page: number) => string };

/** The numbers of the pages: the first, the last and those around the present one. */
export function PagesNav({ page, pages, address }: PagesNavProps) {
  const t = useTranslate();
  if (pages < 2) return null;
  const near = [1, page - 1, page, page + 1, pages].filter(
    (number) => number >= 1 && number <= pages,
  );
  const numbers = [...new Set(near)].toSorted((a, b) => a - b);
  return (
    <nav aria-label={t('pages.list')} data-no-print>
      <ul className={classes.pages}>
        {numbers.map((number, position) => (
          <li key={number}>
            {position > 0 && number - (numbers[position - 1] ?? 0) > 1 && (
              <span aria-hidden>…</span>
            )}{' '}
            <SiteLink
              to={address(number)}
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
