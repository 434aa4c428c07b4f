import { useTranslate } from '~/i18n/translation-context';
import { Breadcrumb } from '~/ui/breadcrumb';
import type { FolderPageData } from './folder-page.server';
import { dropTarget } from '~/features/library/entries/drop-target';
import type { Moved } from '~/features/library/entries/use-move';

type FolderBreadcrumbProps = {
  page: Pick<FolderPageData, 'path' | 'collection'>;
  address: string;
  onDrop?: (moved: Moved, to: string) => void;
  /** How the list of the last folder was sorted and filtered. */
  look?: string;
};

/** The way from the top level to here; each step takes what is dropped on it. */
export function FolderBreadcrumb({ page, address, onDrop, look = '' }: FolderBreadcrumbProps) {
  const t = useTranslate();
  const top = t(page.collection === 'adminIntranet' ? 'intranet.title-admin' : 'intranet.title');
  const here = page.path.at(-1);
  if (!here) return null;
  const above = [{ id: '', title: top }, ...page.path.slice(0, -1)];
  const steps = above.map(({ id, title }, position) => ({
    to: `${id ? `${address}/${id}` : address}${position === above.length - 1 ? look : ''}`,
    title,
    drop: onDrop && dropTarget(id, onDrop),
  }));
  return <Breadcrumb steps={steps} here={here.title} />;
}
