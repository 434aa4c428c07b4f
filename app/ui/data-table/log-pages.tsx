import { Link, useSearchParams } from 'react-router';
import { pageStart } from '~/ui/page-number';
import { useTranslate } from '~/i18n/translation-context';
import form from '~/ui/form.module.css';
import { fromBeginning, olderThan } from './table-query';

/** Leads through a log, which is too long to be counted. */
export function LogPages({ older }: { older: string | null }) {
  const t = useTranslate();
  const [search] = useSearchParams();
  const isBegun = search.has('before');
  if (!isBegun && older === null) return null;
  return (
    <nav aria-label={t('pages.list')} className={form.actions} data-no-print>
      {isBegun && (
        <Link to={`?${fromBeginning(search)}`} state={pageStart}>
          {t('table.newest')}
        </Link>
      )}
      {older !== null && (
        <Link to={olderThan(search, older)} state={pageStart}>
          {t('table.older')}
        </Link>
      )}
    </nav>
  );
}
