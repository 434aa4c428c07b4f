import { PassThrough } from 'node:stream';
import { ZipFile } from 'yazl';

/** A ZIP archive of the given files. */
export async function zipOf(files: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  const output = new PassThrough();
  zip.outputStream.pipe(output);
  return Buffer.concat(await output.toArray());
}

const types = 'http://schemas.openxmlformats.org/package/2006/content-types';
const links = 'http://schemas.openxmlformats.org/package/2006/relationships';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const main = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
export const wordNames =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"';

/** A Word file whose body is this XML (ECMA-376 part 1, 11.3.10), with further files of its own. */
export function wordFileOf(body: string, files: Record<string, string> = {}): Promise<Buffer> {
  return zipOf({
    '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="${types}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${main}"/></Types>`,
    '_rels/.rels': `<?xml version="1.0"?><Relationships xmlns="${links}"><Relationship Id="r1" Type="${office}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<?xml version="1.0"?><w:document ${wordNames}><w:body>${body}</w:body></w:document>`,
    ...files,
  });
}

/** A paragraph of these words. */
export const paragraphOf = (words: string) => `<w:p><w:r><w:t>${words}</w:t></w:r></w:p>`;
