import type * as Pdf from 'pdfjs-dist';
import type { PDFPageProxy } from 'pdfjs-dist';
import type { PdfText, PdfTask } from './pdf-text.server';
import { answerWith, taskGiven } from '~/platform/reader-sandbox/reader-task.server';

const { library, files, limits }: PdfTask = JSON.parse(taskGiven);

await answerWith(async (file): Promise<PdfText> => {
  // Not a part of this program: it reads files beside it.
  const { getDocument }: typeof Pdf = await import(/* @vite-ignore */ library);
  const pdf = await getDocument({ data: new Uint8Array(file), ...files, verbosity: 0 }).promise;
  const pages: string[] = [];
  let characters = 0;
  for (let number = 1; number <= Math.min(pdf.numPages, limits.pages); number += 1) {
    const page = await pdf.getPage(number);
    const text = await textOf(page, limits.page);
    page.cleanup();
    characters += text.length;
    pages.push(characters > limits.document ? '' : text);
  }
  return { pages, pageCount: pdf.numPages };
});

/** The text of a page, as far as it is kept; what follows is not even looked at. */
async function textOf(page: PDFPageProxy, most: number): Promise<string> {
  const reader = page.streamTextContent().getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text;
    for (const item of value.items) {
      if (typeof item.str === 'string') text += item.hasEOL ? `${item.str}\n` : item.str;
    }
    if (text.length > most) {
      await reader.cancel(new Error('enough'));
      return text.slice(0, most);
    }
  }
}
