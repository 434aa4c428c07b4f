import { useEffect, useRef, useState } from 'react';
import { useTranslate } from '~/i18n/translation-context';
import type { PageHit } from './find-in-pages';
import type { DrawnPage, PdfFile } from './pdf-file';
import { insertLinks, loadPageLinks, type PageLink } from './page-links';
import classes from './preview.module.css';

type PdfPageProps = {
  pdf: PdfFile;
  /** Whose page it is. */
  document: string;
  number: number;
  scale: number;
  /** Found places on this page, and the one that is looked at. */
  hits: readonly PageHit[];
  current: PageHit | null;
  onVisible: (number: number) => void;
};

/** One page; drawn when it comes near the part that is seen. */
export function PdfPage({ pdf, document, number, scale, hits, current, onVisible }: PdfPageProps) {
  const t = useTranslate();
  const frame = useRef<HTMLDivElement>(null);
  const shown = useRef<PageHit | null>(null);
  const [isNear, setNear] = useState(false);
  const [items, setItems] = useState<HTMLElement[]>([]);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const near = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      rootMargin: '600px 0px',
    });
    const seen = new IntersectionObserver(([entry]) => entry?.isIntersecting && onVisible(number), {
      rootMargin: '-45% 0px -45% 0px',
    });
    near.observe(element);
    seen.observe(element);
    return () => {
      near.disconnect();
      seen.disconnect();
    };
  }, [number, onVisible]);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    if (!isNear) {
      // Pictures take ten megabytes each: those of a long document would fill the memory.
      element.replaceChildren();
      return;
    }
    let isStale = false;
    const show = ({ elements, items: drawn, width, height }: DrawnPage) => {
      if (isStale) return;
      element.style.setProperty('--total-scale-factor', String(scale));
      element.style.width = `${width}px`;
      element.style.height = `${height}px`;
      element.replaceChildren(...elements);
      setItems(drawn);
    };
    // It fails when the document was closed meanwhile.
    pdf.draw(number, scale).then(show, () => undefined);
    return () => {
      isStale = true;
    };
  }, [pdf, number, scale, isNear]);
  useEffect(() => {
    for (const [index, item] of items.entries()) {
      const isHit = hits.some(({ from, to }) => index >= from && index <= to);
      const isCurrent = current !== null && index >= current.from && index <= current.to;
      item.dataset.hit = isCurrent ? 'current' : isHit ? 'yes' : 'no';
      if (isCurrent && index === current?.from && shown.current !== current) {
        // Once: drawn again, it must not take the reader back.
        shown.current = current;
        item.scrollIntoView({ block: 'center' });
      }
    }
  }, [items, hits, current]);
  usePageLinks({ document, number, isWanted: isNear && scale >= smallestLinked, items });
  const { width, height } = pdf.firstSize;
  return (
    <div
      id={`page-${number}`}
      role="group"
      aria-label={t('preview.page', { number })}
      className={classes.pdfPage}
    >
      <div ref={frame} style={{ width: width * scale, height: height * scale }} />
    </div>
  );
}

/**
 * The scale from which on a page has links: in smaller words a finger hits none (WCAG 2.2, 2.5.8), and
 * until they are enlarged there is the list of what the document cites.
 */
const smallestLinked = 0.75;

type Linked = Pick<PdfPageProps, 'document' | 'number'> & {
  isWanted: boolean;
  items: HTMLElement[];
};

/** Links the citations of a page, as soon as they are known and whenever it has been drawn. */
function usePageLinks({ document, number, isWanted, items }: Linked): void {
  const [found, setFound] = useState<PageLink[] | null>(null);
  const isMissing = isWanted && found === null;
  useEffect(() => {
    if (!isMissing) return;
    const gone = new AbortController();
    // A page without links can be read as well.
    loadPageLinks(document, number, gone.signal).then(setFound, () => undefined);
    return () => gone.abort();
  }, [document, number, isMissing]);
  useEffect(() => {
    if (found && isWanted) insertLinks(items, found);
  }, [items, found, isWanted]);
}
