import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslate } from '~/i18n/translation-context';
import type { TextKey } from '~/i18n/translate';
import { useDelegatedLinks } from '~/ui/use-delegated-links';
import { findPhraseOrWords } from './find-in-pages';
import { openPdf, PdfError, type PdfFile, type PdfProblem } from './pdf-file';
import { PdfPage } from './pdf-page';
import { PdfToolbar } from './pdf-toolbar';

import classes from './preview.module.css';

type PdfViewerProps = {
  address: string;
  /** Its id in the library. */
  id: string;
  title: string;
  startQuery: string;
  /** No words inside: it can be looked at, not searched. */
  isScan: boolean;
};

const zooms = { '+': 1.25, '=': 1.25, '-': 0.8 } as const;

/** The page that the address names, as every PDF reader understands it: `#page=12`. */
function pageOfAddress(): number {
  return Math.max(1, Number(/^#page=(\d{1,5})$/.exec(window.location.hash)?.[1] ?? 1));
}

/** Reads a PDF inside the page: pages, zoom, and a search that marks what it finds. */
export function PdfViewer({ address, id, title, startQuery, isScan }: PdfViewerProps) {
  const t = useTranslate();
  const { pdf, problem } = usePdf(address);
  const followLink = useDelegatedLinks();
  const frame = useRef<HTMLElement>(null);
  const pages = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState(1);
  const { page, goTo, onVisible, onScroll } = usePageNumber();
  const [startPage, setStartPage] = useState(1);
  const [query, setQuery] = useState(startQuery);
  const [chosen, setPlace] = useState<number | null>(null);
  const texts = useTexts(pdf, query !== '');
  const hits = useMemo(() => (texts ? findPhraseOrWords(texts, query) : []), [texts, query]);
  // Before anybody has stepped on: the first place on the page that the address names.
  const place =
    chosen ??
    Math.max(
      0,
      hits.findIndex((hit) => hit.page >= startPage),
    );
  const current = hits[place] ?? null;
  const fitting = useFittingScale(pdf, frame);
  const scale = (fitting ?? 1) * zoom;
  const isReady = pdf !== null && fitting !== null;
  // When the pages are there, and whenever the address names another one.
  useEffect(() => {
    if (!isReady) return;
    const follow = () => {
      setStartPage(pageOfAddress());
      showPage(Math.min(pageOfAddress(), pdf.pageCount));
    };
    if (pageOfAddress() > 1) follow();
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, [isReady, pdf]);
  useEffect(() => {
    if (current && startQuery !== query) showPage(current.page);
  }, [current, query, startQuery]);
  const look = useCallback((text: string) => {
    setQuery(text);
    setPlace(0);
  }, []);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const isOwn = event.target === event.currentTarget || event.target === pages.current;
    if (!isOwn || event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    if (key === '+' || key === '=' || key === '-') {
      setZoom((before) => Math.min(3, Math.max(0.5, before * zooms[key])));
    } else if (key === '0') setZoom(1);
    else if (key === 'ArrowRight') goTo(Math.min(page + 1, pdf?.pageCount ?? 1));
    else if (key === 'ArrowLeft') goTo(Math.max(page - 1, 1));
    else if (key === '/') frame.current?.querySelector<HTMLElement>('input[type=search]')?.focus();
    else return onScroll();
    event.preventDefault();
  };
  if (problem) return <p className={classes.sheet}>{t(problems[problem])}</p>;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it scrolls, so it takes the focus and the keys that move it
    <section
      ref={frame}
      className={classes.viewer}
      aria-label={t('preview.of', { name: title })}
      aria-describedby="pdf-keys"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
      tabIndex={0}
      onKeyDown={onKeyDown}
      onWheel={onScroll}
      onTouchMove={onScroll}
      onPointerDown={onScroll}
    >
      <p id="pdf-keys" className="visually-hidden">
        {t('preview.keys')}
      </p>
      {isScan && <p className={classes.scan}>{t('preview.scan')}</p>}
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
      {!pdf && (
        <p role="status" className={classes.scripted}>
          {t('intranet.loading')}
        </p>
      )}
      <noscript>
        <p>{t('preview.needs-scripts')}</p>
      </noscript>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the links inside are followed by the router */}
      <div
        ref={pages}
        className={classes.pages}
        role="group"
        aria-label={title}
        onClick={followLink}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- enlarged pages are scrolled sideways
        tabIndex={0}
      >
        {isReady &&
          Array.from({ length: pdf.pageCount }, (_, index) => (
            <PdfPage
              key={index}
              pdf={pdf}
              document={id}
              number={index + 1}
              scale={scale}
              hits={hits.filter((hit) => hit.page === index + 1)}
              current={current?.page === index + 1 ? current : null}
              onVisible={onVisible}
            />
          ))}
      </div>
    </section>
  );
}

const problems = {
  password: 'preview.password',
  damaged: 'preview.damaged',
  unreachable: 'preview.unreachable',
} as const satisfies Record<PdfProblem, TextKey>;

/** The number of the page that is shown: the one gone to, and after scrolling the one in sight. */
function usePageNumber() {
  const [page, setPage] = useState(1);
  const wanted = useRef<number | null>(null);
  const goTo = (number: number) => {
    wanted.current = number;
    showPage(number);
    setPage(number);
  };
  // What was passed on the way to a page is reported late, and does not count.
  const onVisible = useCallback((number: number) => {
    if (wanted.current === null || wanted.current === number) setPage(number);
  }, []);
  const onScroll = () => {
    wanted.current = null;
  };
  return { page, goTo, onVisible, onScroll };
}

/** Scrolls to a page; the number follows by itself. */
function showPage(number: number): void {
  document.querySelector(`#page-${number}`)?.scrollIntoView({ block: 'start' });
}

function usePdf(address: string) {
  const [pdf, setPdf] = useState<PdfFile | null>(null);
  const [problem, setProblem] = useState<PdfProblem | null>(null);
  useEffect(() => {
    let opened: PdfFile | null = null;
    let isGone = false;
    const open = async () => {
      opened = await openPdf(address);
      if (isGone) opened.close();
      else setPdf(opened);
    };
    open().catch((error: unknown) => {
      if (!isGone) setProblem(error instanceof PdfError ? error.problem : 'unreachable');
    });
    return () => {
      isGone = true;
      setPdf(null);
      setProblem(null);
      opened?.close();
    };
  }, [address]);
  return { pdf, problem };
}

/** The text items of all pages, read when someone searches. */
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
