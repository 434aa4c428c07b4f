import { Link } from 'react-router';
import classes from './page-links.module.css';

type PageLinksProps = {
  page: number;
  pages: number;
  /** What else the address says; empty values are left out. */
  query: Record<string, string>;
  label: string;
  textOf: (page: number) => string;
};

/** Links to the pages of a long list: the first, the last, and those around the one shown. */
export function PageLinks({ page, pages, query, label, textOf }: PageLinksProps) {
  if (pages <= 1) return null;
  const shown = Array.from({ length: pages }, (_, position) => position + 1).filter(
    (number) => number === 1 || number === pages || Math.abs(number - page) <= 2,
  );
  const kept = Object.entries(query).filter(([, value]) => value !== '');
  return (
    <nav aria-label={label}>
      <ul className={classes.pages}>
        {shown.map((number, position) => (
          <li key={number} data-gap={number - (shown[position - 1] ?? number) > 1 || undefined}>
            <Link
              to={`?${new URLSearchParams([...kept, ['page', String(number)]]).toString()}`}
              aria-label={textOf(number)}
              aria-current={number === page ? 'page' : undefined}
            >
              {number}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
