import { Link } from 'react-router';
import { useTranslate } from '~/i18n/translation-context';
import classes from './folder-page.module.css';
import type { FolderPageData } from './folder-page.server';
import { dropTarget } from '~/features/library/entries/drop-target';
import type { Moved } from '~/features/library/entries/use-move';

type BreadcrumbProps = {
  page: Pick<FolderPageData, 'path' | 'collection'>;
  address: string;
  onDrop?: (moved: Moved, to: string) => void;
  /** How the list of the last folder was sorted and filtered. */
  look?: string;
};

/** The way from the top level to here; each step takes what is dropped on it. */
export function Breadcrumb({ page, address, onDrop, look = '' }: BreadcrumbProps) {
  const t = useTranslate();
  const top = t(page.collection === 'adminIntranet' ? 'intranet.title-admin' : 'intranet.title');
  const steps = [{ id: '', title: top }, ...page.path];
  if (steps.length === 1) return null;
  return (
    <nav aria-label={t('intranet.path')} className={classes.breadcrumb}>
      <ol>
        {steps.map(({ id, title }, position) => (
          <li key={id}>
            {position === steps.length - 1 ? (
              <span aria-current="page">{title}</span>
            ) : (
              <Link
                to={`${id ? `${address}/${id}` : address}${position === steps.length - 2 ? look : ''}`}
                {...(onDrop && dropTarget(id, onDrop))}
              >
                {title}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
