import { useTranslate } from '~/i18n/translation-context';
import classes from './preview.module.css';

type PdfToolbarProps = {
  page: number;
  pageCount: number;
  zoom: number;
  query: string;
  /** How many places; null while it is still reading. */
  found: number | null;
  place: number;
  onPage: (page: number) => void;
  onZoom: (zoom: number) => void;
  onQuery: (query: string) => void;
  onPlace: (place: number) => void;
};

const steps = [0.5, 0.75, 1, 1.25, 1.5, 2, 3];

/** Page, zoom and search of the PDF reader. */
export function PdfToolbar(props: PdfToolbarProps) {
  const { page, pageCount, zoom, query, found, place, onPage, onZoom, onQuery, onPlace } = props;
  const t = useTranslate();
  const zoomTo = (direction: 1 | -1) => {
    const larger = steps.filter((one) => one > zoom + 0.01);
    const smaller = steps.filter((one) => one < zoom - 0.01);
    const next = direction > 0 ? larger[0] : smaller.at(-1);
    if (next !== undefined) onZoom(next);
  };
  const step = (direction: 1 | -1) => {
    if (found) onPlace((place + direction + found) % found);
  };
  return (
    <div className={classes.toolbar} role="toolbar" aria-label={t('preview.toolbar')} data-no-print>
      <span className={classes.group}>
        <button
          type="button"
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
          aria-label={t('preview.previous-page')}
        >
          ↑
        </button>
        <label>
          <span className="visually-hidden">{t('preview.go-to-page')}</span>
          <input
            type="number"
            min={1}
            max={pageCount || 1}
            value={page}
            onChange={({ currentTarget }) => {
              const number = currentTarget.valueAsNumber;
              if (number >= 1 && number <= pageCount) onPage(number);
            }}
          />
        </label>
        <span>{t('preview.of-pages', { count: pageCount })}</span>
        <button
          type="button"
          disabled={page >= pageCount}
          onClick={() => onPage(page + 1)}
          aria-label={t('preview.next-page')}
        >
          ↓
        </button>
      </span>
      <span className={classes.group}>
        <button
          type="button"
          disabled={zoom <= 0.5}
          onClick={() => zoomTo(-1)}
          aria-label={t('preview.smaller')}
        >
          −
        </button>
        <span>{Math.round(zoom * 100)} %</span>
        <button
          type="button"
          disabled={zoom >= 3}
          onClick={() => zoomTo(1)}
          aria-label={t('preview.larger')}
        >
          +
        </button>
      </span>
      <search className={classes.group}>
        <input
          type="search"
          value={query}
          placeholder={t('preview.find')}
          aria-label={t('preview.find')}
          onChange={({ currentTarget }) => onQuery(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            step(event.shiftKey ? -1 : 1);
          }}
        />
        <span role="status">
          {query !== '' &&
            (found === null
              ? t('preview.finding')
              : found === 0
                ? t('preview.not-found')
                : t('preview.found', { place: place + 1, count: found }))}
        </span>
        <button
          type="button"
          disabled={!found}
          onClick={() => step(-1)}
          aria-label={t('preview.previous-hit')}
        >
          ‹
        </button>
        <button
          type="button"
          disabled={!found}
          onClick={() => step(1)}
          aria-label={t('preview.next-hit')}
        >
          ›
        </button>
      </search>
    </div>
  );
}
