import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslate } from '~/i18n/translation-context';
import { findPhraseOrWords } from '~/lib/find-in-pages';
import { openPdf, type PdfFile } from './pdf-file';
import { PdfPage } from './pdf-page';
import { PdfToolbar } from './pdf-toolbar';
import classes from './preview.module.css';

type PdfViewerProps = { address: string; title: string; startPage: number; startQuery: string };

/** Reads a PDF inside the page: pages, zoom, and a search that marks what it finds. */
export function PdfViewer({ address, title, startPage, startQuery }: PdfViewerProps) {
  const t = useTranslate();
  const { pdf, hasFailed } = usePdf(address);
  const frame = useRef<HTMLElement>(null);
  const [zoom, setZoom] = useState(1);
  const [page, setPage] = useState(startPage);
  const [query, setQuery] = useState(startQuery);
  const [place, setPlace] = useState(0);
  const texts = useTexts(pdf, query !== '');
  const hits = useMemo(() => (texts ? findPhraseOrWords(texts, query) : []), [texts, query]);
  const current = hits[place] ?? null;
  const fitting = useFittingScale(pdf, frame);
  const scale = (fitting ?? 1) * zoom;
  const isReady = pdf !== null && fitting !== null;
  const goTo = (number: number) => {
    showPage(number);
    setPage(number);
  };
  // Once, when the pages are there: to the page of a search result.
  useEffect(() => {
    if (isReady && startPage > 1) showPage(Math.min(startPage, pdf.pageCount));
  }, [isReady, pdf, startPage]);
  useEffect(() => {
    if (current && startQuery !== query) showPage(current.page);
  }, [current, query, startQuery]);
  const look = useCallback((text: string) => {
    setQuery(text);
    setPlace(0);
  }, []);
  if (hasFailed) return <p className={classes.sheet}>{t('preview.unreadable')}</p>;
  return (
    <section ref={frame} className={classes.viewer} aria-label={t('preview.of', { name: title })}>
      <PdfToolbar
        page={page}
        pageCount={pdf?.pageCount ?? 0}
        zoom={zoom}
        query={query}
        found={texts || query === '' ? hits.length : null}
        place={place}
        onPage={goTo}
        onZoom={setZoom}
        onQuery={look}
        onPlace={(next) => {
          setPlace(next);
          const hit = hits[next];
          if (hit) goTo(hit.page);
        }}
      />
      {!pdf && <p role="status">{t('intranet.loading')}</p>}
      <div className={classes.pages}>
        {isReady &&
          Array.from({ length: pdf.pageCount }, (_, index) => (
            <PdfPage
              key={index}
              pdf={pdf}
              number={index + 1}
              scale={scale}
              hits={hits.filter((hit) => hit.page === index + 1)}
              current={current?.page === index + 1 ? current : null}
              onVisible={setPage}
            />
          ))}
      </div>
    </section>
  );
}

/** Scrolls to a page; the number follows by itself. */
function showPage(number: number): void {
  document.querySelector(`#page-${number}`)?.scrollIntoView({ block: 'start' });
}

function usePdf(address: string) {
  const [pdf, setPdf] = useState<PdfFile | null>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    let opened: PdfFile | null = null;
    let isGone = false;
    const open = async () => {
      opened = await openPdf(address);
      if (isGone) opened.close();
      else setPdf(opened);
    };
    open().catch(() => !isGone && setFailed(true));
    return () => {
      isGone = true;
      setPdf(null);
      opened?.close();
    };
  }, [address]);
  return { pdf, hasFailed };
}

/** The text items of all pages, read when somebody searches. */
function useTexts(pdf: PdfFile | null, isWanted: boolean): string[][] | null {
  const [texts, setTexts] = useState<string[][] | null>(null);
  useEffect(() => {
    if (!pdf || !isWanted) return;
    const gone = new AbortController();
    const read = async () => {
      const all: string[][] = [];
      for (let number = 1; number <= pdf.pageCount && !gone.signal.aborted; number += 1) {
        all.push(await pdf.textOf(number));
      }
      if (!gone.signal.aborted) setTexts(all);
    };
    read().catch(() => undefined);
    return () => gone.abort();
  }, [pdf, isWanted]);
  return texts;
}

/** Makes the first page as wide as the frame, at most one and a half times its size. */
function useFittingScale(
  pdf: PdfFile | null,
  frame: React.RefObject<HTMLElement | null>,
): number | null {
  const [scale, setScale] = useState<number | null>(null);
  useEffect(() => {
    const element = frame.current;
    if (!element || !pdf) return;
    const fit = () => setScale(Math.min(1.5, (element.clientWidth - 16) / pdf.firstSize.width));
    const observer = new ResizeObserver(fit);
    observer.observe(element);
    fit();
    return () => observer.disconnect();
  }, [pdf, frame]);
  return scale;
}
