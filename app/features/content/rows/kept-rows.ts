import { type Row, rowsOf } from '~/lib/forms/form';
import { listIn } from '~/ui/fields/rows-input';

/**
 * The rows that a form shows. Drafts from before rows had fields of their own, and a form that was
 * open then, have a line for each, with bars between its parts.
 * @param columns what the parts of a line are; the last is all that is left
 */
function keptRows(text: string | undefined, columns: readonly string[]): Row[] {
  if (!text || listIn(text)) return rowsOf(text);
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => {
    const parts = line.split('|').map((part) => part.trim());
    const last = columns.length - 1;
    return Object.fromEntries(
      columns.map((name, at) => [
        name,
        at < last ? (parts[at] ?? '') : parts.slice(last).join(' | '),
      ]),
    );
  });
}

export const keptWords = (text: string | undefined) => keptRows(text, ['words']);

export const keptLinks = (text: string | undefined) => keptRows(text, ['label', 'url']);

export const keptCorrections = (text: string | undefined) => keptRows(text, ['date', 'text']);

export const keptDecisions = (text: string | undefined) =>
  keptRows(text, ['decision', 'caseNumber', 'name', 'court', 'dateDecided', 'sourceUrl']);

export const keptAuthors = (text: string | undefined) =>
  keptRows(text, ['name', 'function', 'country', 'example']).map((row) => ({
    ...row,
    country: row.country?.toUpperCase() ?? '',
    example: row.example ? 'on' : '',
  }));
