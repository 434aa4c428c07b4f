import { Link } from 'react-router';
import { useTranslate } from '~/i18n/translation-context';
import classes from '~/ui/form.module.css';
import type { UserFilter } from './user-schemas';

type PagesProps = { page: number; pages: number; filter: UserFilter };

/** The way to the page before and after; the filter comes along. */
export function Pages({ page, pages, filter }: PagesProps) {
  const t = useTranslate();
  if (pages <= 1) return null;
  const addressOf = (wanted: number) => {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...filter, page: wanted })) {
      if (value !== null && value !== '') query.set(name, String(value));
    }
    return `?${query}`;
  };
  return (
    <nav className={classes.bar} aria-label={t('users.pages')}>
      {page > 1 && <Link to={addressOf(page - 1)}>{t('users.previous')}</Link>}
      <span>{t('users.page', { page, pages })}</span>
      {page < pages && <Link to={addressOf(page + 1)}>{t('users.next')}</Link>}
    </nav>
  );
}
