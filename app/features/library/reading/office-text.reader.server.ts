import { textOfOpenDocument, textOfWordFile } from './office-text.server';
import type { OfficeTask } from './document-text.server';
import { answerWith, taskGiven } from '~/platform/reader-sandbox/reader-task.server';
import { inParts } from './text-parts.server';

const readers = { docx: textOfWordFile, odt: textOfOpenDocument };

const { extension }: OfficeTask = JSON.parse(taskGiven);

await answerWith(async (bytes) => inParts(await readers[extension](bytes)));
