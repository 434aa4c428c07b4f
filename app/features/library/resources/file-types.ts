/** A kind of file the library takes: what the name ends with, and what must be inside. */
type FileType = {
  mediaType: string;
  /** Media types a look into the file may find; `text` is readable text without a signature. */
  inside: readonly string[];
  /** Of the older Office formats, which share a container: one of these must be in it. */
  parts?: readonly string[];
};

const office = 'application/vnd.openxmlformats-officedocument';
const open = 'application/vnd.oasis.opendocument';
const oldOffice = (mediaType: string, ...parts: string[]): FileType => ({
  mediaType,
  inside: ['application/x-cfb'],
  parts,
});
const text = (mediaType: string): FileType => ({ mediaType, inside: ['text'] });
const own = (mediaType: string): FileType => ({ mediaType, inside: [mediaType] });

/**
 * What may be uploaded. Pages, scripts and archives are not among them: they can do harm in a
 * browser or hide what is inside.
 */
const types: Record<string, FileType> = {
  pdf: own('application/pdf'),
  docx: own(`${office}.wordprocessingml.document`),
  xlsx: own(`${office}.spreadsheetml.sheet`),
  pptx: own(`${office}.presentationml.presentation`),
  odt: own(`${open}.text`),
  ods: own(`${open}.spreadsheet`),
  odp: own(`${open}.presentation`),
  doc: oldOffice('application/msword', 'WordDocument'),
  xls: oldOffice('application/vnd.ms-excel', 'Workbook', 'Book'),
  ppt: oldOffice('application/vnd.ms-powerpoint', 'PowerPoint Document'),
  rtf: own('application/rtf'),
  txt: text('text/plain'),
  md: text('text/markdown'),
  csv: text('text/csv'),
  png: own('image/png'),
  jpg: own('image/jpeg'),
  jpeg: own('image/jpeg'),
  gif: own('image/gif'),
  webp: own('image/webp'),
};

/** Endings of names that may be uploaded, for the file dialog and for telling people. */
export const acceptedExtensions: readonly string[] = Object.keys(types);

/** The same as a file dialog asks for them (HTML, `accept`). */
export const acceptedEndings = acceptedExtensions.map((extension) => `.${extension}`).join(',');

/** The ending of a file name in lower case, '' when it has none. */
export function extensionOf(name: string): string {
  return /[^.]\.([\p{L}\p{N}]{1,10})$/u.exec(name)?.[1]?.toLowerCase() ?? '';
}

/** @returns what a file of this ending must be; null when it is not accepted */
export function fileTypeOf(extension: string): FileType | null {
  return Object.hasOwn(types, extension) ? (types[extension] ?? null) : null;
}

export function isImage(mediaType: string): boolean {
  return /^image\/(png|jpeg|gif|webp)$/.test(mediaType);
}

/** Whether a file of this ending is nothing but its text. */
export function isPlainText(extension: string): boolean {
  return fileTypeOf(extension)?.inside.includes('text') ?? false;
}
