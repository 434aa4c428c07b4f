import { Link } from 'react-router';
import { useTranslate } from '~/i18n/translation-context';
import classes from './search.module.css';
import { type SearchKind, searchKinds } from './search-kinds';

type SearchFilterProps = {
  kind: SearchKind | null;
  counts: Record<SearchKind, number>;
  addressOf: (kind: SearchKind | null) => string;
};

/** Everything, or one kind only; each says how many there are. Kinds without any are left out. */
export function SearchFilter({ kind, counts, addressOf }: SearchFilterProps) {
  const t = useTranslate();
  const shown = searchKinds.filter((one) => counts[one] > 0 || one === kind);
  if (shown.length < 2 && kind === null) return null;
  const all = searchKinds.reduce((sum, one) => sum + counts[one], 0);
  return (
    <nav aria-label={t('search.filter')}>
      <ul className={classes.filter}>
        {[null, ...shown].map((one) => (
          <li key={one ?? 'all'}>
            <Link to={addressOf(one)} aria-current={one === kind ? 'true' : undefined}>
              {t(one === null ? 'search.everything' : `search.kind.${one}`)}{' '}
              <span>{one === null ? all : counts[one]}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
