// Runs in a thread of its own, see pdf-text.server.ts, which imports it as text: no imports of ours.
import { parentPort, workerData } from 'node:worker_threads';

const { library, files, bytes, limits } = workerData;
const { getDocumentProxy } = await import(library);

/** The text of a page, as far as it is kept; what follows is not even looked at. */
async function textOf(page) {
  const reader = page.streamTextContent().getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text;
    for (const item of value.items) {
      if (typeof item.str === 'string') text += item.hasEOL ? `${item.str}\n` : item.str;
    }
    if (text.length > limits.page) {
      await reader.cancel(new Error('enough'));
      return text.slice(0, limits.page);
    }
  }
}

const pdf = await getDocumentProxy(bytes, { ...files, verbosity: 0 });
const pages = [];
let characters = 0;
for (let number = 1; number <= Math.min(pdf.numPages, limits.pages); number += 1) {
  const page = await pdf.getPage(number);
  const text = await textOf(page);
  page.cleanup();
  characters += text.length;
  pages.push(characters > limits.document ? '' : text);
}
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort.postMessage({ pages, pageCount: pdf.numPages });
