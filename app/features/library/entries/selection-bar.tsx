import { useTranslate } from '~/i18n/translation-context';
import { maxSelected } from './selection';
import type { EntryView } from '~/features/library/intranet/entry-view';
import classes from '~/features/library/intranet/folder-page.module.css';

export type Act = 'rename' | 'move' | 'delete';
type SelectionBarProps = {
  selection: readonly EntryView[];
  /** Of one page of several. */
  isPart: boolean;
  onAct: (act: Act) => void;
  onClear: () => void;
};

/** What can be done with the chosen rows; it says how many there are. */
export function SelectionBar({ selection, isPart, onAct, onClear }: SelectionBarProps) {
  const t = useTranslate();
  const isTooMuch = selection.length > maxSelected;
  const others = selection.filter((entry) => !entry.isChangeable).length;
  const isChangeable = selection.length > 0 && !isTooMuch && others === 0;
  return (
    <div role="status" aria-live="polite" data-no-print>
      {selection.length > 0 && (
        <div className={classes.selection} role="group" aria-label={t('intranet.selection')}>
          <span>
            {t(isPart ? 'intranet.selected-page' : 'intranet.selected', {
              count: selection.length,
            })}
          </span>
          {isChangeable && selection.length === 1 && (
            <button type="button" className={classes.action} onClick={() => onAct('rename')}>
              {t('intranet.rename')}
            </button>
          )}
          {isChangeable && (
            <>
              <button type="button" className={classes.action} onClick={() => onAct('move')}>
                {t('intranet.move')}
              </button>
              <button type="button" className={classes.action} onClick={() => onAct('delete')}>
                {t('intranet.delete')}
              </button>
            </>
          )}
          {others > 0 && !isTooMuch && (
            <span>
              {selection.length === 1
                ? t('intranet.selected-of-other')
                : t('intranet.selected-of-others', { count: others })}
            </span>
          )}
          {isTooMuch ? (
            <span>{t('intranet.too-many', { count: maxSelected })}</span>
          ) : (
            <form method="post" action="/intranet/zip">
              <input type="hidden" name="ids" value={selection.map(({ id }) => id).join(',')} />
              <button type="submit" className={classes.action}>
                {t('intranet.zip')}
              </button>
            </form>
          )}
          <button type="button" className={classes.quiet} onClick={onClear}>
            {t('intranet.clear-selection')}
          </button>
        </div>
      )}
    </div>
  );
}
