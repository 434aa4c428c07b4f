// oxlint-disable-next-line import/default -- the address of the file, made by the build
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

/** An opened PDF: how many pages, their text items, and how to draw one. */
export type PdfFile = {
  pageCount: number;
  /** Width and height of each page at 100 per cent, as far as they are known. */
  firstSize: { width: number; height: number };
  textOf: (page: number) => Promise<string[]>;
  draw: (page: number, scale: number) => Promise<DrawnPage>;
  close: () => void;
};

/** A page as a picture with its text over it, to be put into an element of this size. */
export type DrawnPage = {
  elements: HTMLElement[];
  /** The elements of the text items among them. */
  items: HTMLElement[];
  width: number;
  height: number;
};

/** Why a PDF cannot be shown. */
export type PdfProblem = 'password' | 'damaged' | 'unreachable';

export class PdfError extends Error {
  constructor(readonly problem: PdfProblem) {
    super(problem);
  }
}

/**
 * Opens a PDF with the reader that is part of this site. It is fetched in parts as they are
 * needed; scripts and attachments inside are never run or shown. Character maps, standard fonts and
 * the decoders of scanned pictures come from this site too; the decoders as plain JavaScript, so
 * that no page needs the right to compile code.
 * @throws PdfError
 */
export async function openPdf(address: string): Promise<PdfFile> {
  const pdf = await import('pdfjs-dist');
  pdf.GlobalWorkerOptions.workerSrc = workerAddress;
  const files = new URL(import.meta.env.PDF_READER_FILES, window.location.origin).href;
  const loading = pdf.getDocument({
    url: address,
    enableXfa: false,
    useWasm: false,
    cMapUrl: `${files}cmaps/`,
    standardFontDataUrl: `${files}standard_fonts/`,
    wasmUrl: `${files}wasm/`,
    iccUrl: `${files}iccs/`,
    // That a font is not on the reader's computer is no fault of the page.
    verbosity: pdf.VerbosityLevel.ERRORS,
  });
  const document = await loading.promise.catch((error: unknown) => {
    const name = error instanceof Error ? error.name : '';
    if (name === 'PasswordException') throw new PdfError('password');
    throw new PdfError(name === 'InvalidPDFException' ? 'damaged' : 'unreachable');
  });
  const first = (await document.getPage(1)).getViewport({ scale: 1 });
  return {
    pageCount: document.numPages,
    firstSize: { width: first.width, height: first.height },
    textOf: async (number) => {
      const { items } = await (await document.getPage(number)).getTextContent();
      return items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : ''));
    },
    draw: async (number, scale) => {
      const page = await document.getPage(number);
      const viewport = page.getViewport({ scale });
      const density = Math.min(window.devicePixelRatio || 1, 2);
      const canvas = window.document.createElement('canvas');
      canvas.width = Math.floor(viewport.width * density);
      canvas.height = Math.floor(viewport.height * density);
      canvas.style.width = `${viewport.width}px`;
      canvas.style.height = `${viewport.height}px`;
      const layer = window.document.createElement('div');
      layer.dataset.layer = 'text';
      const textLayer = new pdf.TextLayer({
        textContentSource: page.streamTextContent(),
        container: layer,
        viewport,
      });
      await Promise.all([
        page.render({ canvas, viewport, transform: [density, 0, 0, density, 0, 0] }).promise,
        textLayer.render(),
      ]);
      const { width, height } = viewport;
      return { elements: [canvas, layer], items: textLayer.textDivs, width, height };
    },
    close: () => void loading.destroy(),
  };
}
