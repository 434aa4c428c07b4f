import { EcliXmlError, parseEcliXml } from './parse-ecli-xml.server';
import { importLimits } from './import-report';
import { fromCsvRow } from './import-schema.server';
import { parseCsv } from './parse-csv';

/** A file that cannot be read as one with decisions; the message is the key of a text. */
export class ImportFileError extends Error {
  override name = 'ImportFileError';
  constructor(
    public readonly key:
      | 'form.choose-file'
      | 'form.import-kind'
      | 'form.import-encoding'
      | 'form.import-json'
      | 'form.import-columns'
      | 'form.import-empty'
      | 'form.import-too-large'
      | 'form.import-too-many',
    cause?: unknown,
  ) {
    super(key, { cause });
  }
}

/**
 * The text of an uploaded file.
 * @throws ImportFileError when it is too large, no text, or a text that is not in UTF-8
 */
export function textOfUpload(bytes: Uint8Array): string {
  if (bytes.length > importLimits.bytes) throw new ImportFileError('form.import-too-large');
  const begin = Buffer.from(bytes.subarray(0, 5)).toString('latin1');
  const isUtf16 = begin.startsWith('\u00FF\u00FE') || begin.startsWith('\u00FE\u00FF');
  // No text has NUL: it is a picture, or what spreadsheets and word processors write.
  if (begin.startsWith('%PDF') || (bytes.includes(0) && !isUtf16))
    throw new ImportFileError('form.import-kind');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new ImportFileError('form.import-encoding', error);
  }
}

export type ImportFormat = 'csv' | 'json' | 'xml';

/**
 * What a file says of each decision, as JSON has it.
 * @throws ImportFileError
 */
export function readImport(file: string): { format: ImportFormat; objects: unknown[] } {
  // The database takes no character 0.
  const text = file
    .replace(/^\uFEFF/, '')
    .replaceAll('\0', '')
    .trim();
  const read = readAs(text);
  if (read.objects.length === 0) throw new ImportFileError('form.import-empty');
  return read;
}

function readAs(text: string): { format: ImportFormat; objects: unknown[] } {
  if (text.startsWith('<')) return { format: 'xml', objects: decisionsInXml(text) };
  if (/^[[{]/.test(text)) return { format: 'json', objects: decisionsInJson(text) };
  const rows = parseCsv(text);
  const hasIdentity = ['ecli', 'identifier', 'case_numbers'].some((name) =>
    Object.hasOwn(rows[0] ?? { ecli: '' }, name),
  );
  if (!hasIdentity) throw new ImportFileError('form.import-columns');
  return { format: 'csv', objects: rows.map(fromCsvRow) };
}

function decisionsInXml(text: string): unknown[] {
  try {
    return parseEcliXml(text);
  } catch (error) {
    if (error instanceof EcliXmlError) throw new ImportFileError('form.import-kind', error);
    throw error;
  }
}

const withoutZero = (_name: string, value: unknown) =>
  typeof value === 'string' ? value.replaceAll('\0', '') : value;

/** A list, one decision, or one in each line. */
function decisionsInJson(text: string): unknown[] {
  try {
    const whole: unknown = JSON.parse(text, withoutZero);
    return Array.isArray(whole) ? whole : [whole];
  } catch (error) {
    if (text.startsWith('[')) throw new ImportFileError('form.import-json', error);
  }
  try {
    return text
      .split(/\r?\n/)
      .flatMap((line): unknown[] => (line.trim() ? [JSON.parse(line, withoutZero)] : []));
  } catch (error) {
    throw new ImportFileError('form.import-json', error);
  }
}
