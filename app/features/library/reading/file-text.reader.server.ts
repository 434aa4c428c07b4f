import { decodeText } from '~/features/library/documents/decode-text';
import { answerWith, taskGiven } from '~/platform/reader-sandbox/reader-task.server';
import type { FileTextTask } from './document-text.server';
import { textOfOpenDocument, textOfWordFile } from './office-text.server';
import { inParts, longestPlainText } from './text-parts.server';

const readers = {
  docx: textOfWordFile,
  odt: textOfOpenDocument,
  txt: beginningOf,
  md: beginningOf,
  csv: beginningOf,
};

const { extension }: FileTextTask = JSON.parse(taskGiven);

await answerWith(async (bytes) => inParts(await readers[extension](bytes)));

/** The words of a plain text; of a long one only the beginning is given, which ends inside a line. */
function beginningOf(bytes: Buffer): string {
  const end = bytes.length < longestPlainText ? 0 : bytes.lastIndexOf('\n') + 1;
  return decodeText(end > 0 ? bytes.subarray(0, end) : bytes);
}
