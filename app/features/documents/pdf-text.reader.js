// Runs as a program of its own, see pdf-text.server.ts, which gives it as text: no imports of ours.
// The file comes in at the standard input; the answer leaves by the channel to the site, which ends
// this program when it has it. Should the site end before, this ends as well.
import { arrayBuffer } from 'node:stream/consumers';

process.on('disconnect', () => process.exit());

const { library, files, limits } = JSON.parse(process.argv.at(-1));
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

const bytes = new Uint8Array(await arrayBuffer(process.stdin));
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
process.send({ pages, pageCount: pdf.numPages });
