import { Readable, Transform } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Language } from '~/config/config.server';
import type { OwnFile } from '~/features/library/documents/documents.server';
import { translateIn } from '~/i18n/translations.server';
import { fileNameOf } from '~/features/library/documents/content-disposition';
import { log } from '~/platform/log/log.server';
import { type ArchiveFacts, archivePage } from './archive-page.server';
import type { ExportPart } from './own-data.server';

/** A client that takes nothing for so long is gone, and keeps its place from others. */
const longestStall = 60_000;

/**
 * A person's data as one ZIP file: a JSON file for each table (GDPR article 20: structured and
 * machine-readable), one page to read, and the person's own documents. It is made while it is read,
 * so that its size does not matter; it is given up when it is no longer read.
 */
export function openArchive(
  facts: Omit<ArchiveFacts, 'paths'> & { files: readonly OwnFile[] },
): Readable {
  const output = new Transform({
    transform: (chunk, _encoding, done) => {
      stalled.refresh();
      done(null, chunk);
    },
  });
  const stalled = setTimeout(
    () => output.destroy(new Error('The export was not read any more')),
    longestStall,
  );
  output.once('close', () => clearTimeout(stalled));
  void fill(facts, output);
  return output;
}

async function fill(
  { files, ...facts }: Parameters<typeof openArchive>[0],
  output: Transform,
): Promise<void> {
  const zip = new ZipFile();
  zip.outputStream.on('error', (error) => output.destroy(error));
  zip.outputStream.pipe(output);
  try {
    const paths = pathsOf(files);
    const page = archivePage({ ...facts, paths: [...paths.keys()] });
    await addStream({ zip, output }, { path: 'my-data.html', stream: Readable.from(page) });
    for (const part of facts.parts) {
      const path = `json/${part.row.name}.json`;
      await addStream({ zip, output }, { path, stream: Readable.from(jsonOf(part)) });
    }
    for (const [path, file] of paths)
      await addFile({ zip, output, language: facts.language }, path, file);
    zip.end();
  } catch (error) {
    output.destroy(error instanceof Error ? error : new Error('The archive could not be made'));
  }
}

async function* jsonOf({ batches }: ExportPart): AsyncGenerator<string> {
  let before = '[\n';
  for await (const records of batches()) {
    yield before + records.map((record) => JSON.stringify(record, null, 2)).join(',\n');
    before = ',\n';
  }
  yield before === '[\n' ? '[]' : '\n]';
}

type Target = { zip: ZipFile; output: Transform };
type Entry = { path: string; stream: Readable; mtime?: Date };

/** Adds one entry and waits until it has been read, so that nothing further is opened before. */
async function addStream({ zip, output }: Target, { path, stream, mtime }: Entry) {
  if (output.destroyed) {
    stream.destroy();
    throw new Error('Nobody reads any more');
  }
  const end = () => stream.destroy();
  output.once('close', end);
  const isRead = new Promise<void>((resolve, reject) => {
    stream.once('close', resolve);
    stream.once('error', reject);
  });
  zip.addReadStream(stream, path, { mtime });
  await isRead;
  output.off('close', end);
}

/** Adds one of the person's files. One that is lost does not keep the others. */
async function addFile(
  { language, ...target }: Target & { language: Language },
  path: string,
  file: OwnFile,
) {
  const stream = await file.open().catch((error: unknown) => {
    log().error({ err: error }, 'a file is missing in an export of personal data');
    return null;
  });
  if (stream) await addStream(target, { path, stream, mtime: file.addedAt });
  else
    target.zip.addBuffer(
      Buffer.from(translateIn(language)('own-data.file-missing')),
      `${path}.txt`,
    );
}

/** The path of each file in the archive; equal names get a number. */
function pathsOf(files: readonly OwnFile[]): Map<string, OwnFile> {
  const paths = new Map<string, OwnFile>();
  const taken = new Set<string>();
  for (const file of files) {
    const title = file.isNewest ? file.title : `${file.title} (version ${file.number})`;
    let path = `documents/${fileNameOf(title, file.extension)}`;
    for (let number = 2; taken.has(path.toLowerCase()); number += 1)
      path = `documents/${fileNameOf(`${title} (${number})`, file.extension)}`;
    taken.add(path.toLowerCase());
    paths.set(path, file);
  }
  return paths;
}
