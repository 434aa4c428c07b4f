import { PassThrough, type Readable } from 'node:stream';
import { renderToStaticMarkup } from 'react-dom/server';
import { ZipFile } from 'yazl';
import type { Language } from '~/config.server';
import type { OwnFile } from '~/features/documents/documents.server';
import type { Translate } from '~/i18n/translate';
import { translateIn } from '~/i18n/translations.server';
import { fileNameOf } from '~/lib/content-disposition';
import { formatDate } from '~/lib/format-date';
import { log } from '~/platform/log.server';
import type { HeldRecords } from './own-data.server';
import { fieldText, keptText, whatText } from './retention-texts';

type ArchiveFacts = {
  held: HeldRecords[];
  /** What the person has added to the library. */
  files: readonly OwnFile[];
  name: string;
  language: Language;
  site: string;
  madeAt: Date;
};

/**
 * A person's data as one ZIP file: a JSON file for each table (GDPR article 20: structured and
 * machine-readable), one page to read, and the person's own documents. It is made while it is read,
 * so that its size does not matter.
 */
export function openArchive(facts: ArchiveFacts): Readable {
  const output = new PassThrough();
  void fill(facts, output);
  return output;
}

async function fill(facts: ArchiveFacts, output: PassThrough): Promise<void> {
  const zip = new ZipFile();
  zip.outputStream.on('error', (error) => output.destroy(error));
  zip.outputStream.pipe(output);
  try {
    const paths = pathsOf(facts.files);
    const page = renderToStaticMarkup(<ArchivePage {...facts} paths={[...paths.keys()]} />);
    zip.addBuffer(Buffer.from(`<!doctype html>${page}`), 'my-data.html');
    for (const { row, records } of facts.held) {
      const json = JSON.stringify(records, null, 2);
      zip.addBuffer(Buffer.from(json), `json/${row.name}.json`);
    }
    for (const [path, file] of paths) {
      // Nobody reads any more: nothing further is opened.
      if (output.destroyed) return;
      await addFile({ zip, output, language: facts.language }, path, file);
    }
    zip.end();
  } catch (error) {
    output.destroy(error instanceof Error ? error : new Error('The archive could not be made'));
  }
}

type Target = { zip: ZipFile; output: PassThrough; language: Language };

/** Adds one file and waits until it has been read. One that is lost does not keep the others. */
async function addFile({ zip, output, language }: Target, path: string, file: OwnFile) {
  const stream = await file.open().catch((error: unknown) => {
    log().error({ err: error }, 'a file is missing in an export of personal data');
    return null;
  });
  if (!stream) {
    const text = translateIn(language)('own-data.file-missing');
    zip.addBuffer(Buffer.from(text), `${path}.txt`);
    return;
  }
  output.once('close', () => stream.destroy());
  const isRead = new Promise<void>((resolve, reject) => {
    stream.once('close', resolve);
    stream.once('error', reject);
  });
  zip.addReadStream(stream, path, { mtime: file.addedAt });
  await isRead;
}

/** Where each file lies in the archive; equal names are told apart by a number. */
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

type ArchivePageProps = Omit<ArchiveFacts, 'files'> & { paths: readonly string[] };

function ArchivePage({ held, paths, name, language, site, madeAt }: ArchivePageProps) {
  const t = translateIn(language);
  const title = t('own-data.archive-title', { name });
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <style>{style}</style>
      </head>
      <body>
        <h1>{title}</h1>
        <p>
          {site}, {formatDate(madeAt, language)}
        </p>
        {held.map((part) => (
          <ArchivePart key={part.row.name} part={part} t={t} />
        ))}
        {paths.length > 0 && (
          <section>
            <h2>{t('own-data.documents')}</h2>
            <ul>
              {paths.map((path) => (
                <li key={path}>
                  <a href={path.split('/').map(encodeURIComponent).join('/')}>
                    {path.replace('documents/', '')}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        )}
      </body>
    </html>
  );
}

function ArchivePart({ part: { row, records }, t }: { part: HeldRecords; t: Translate }) {
  return (
    <section>
      <h2>{whatText(t, row.name)}</h2>
      <p>
        {t(`retention.why.${row.why}`)} · {keptText(t, row.kept)}
      </p>
      {records.length === 0 && <p>{t('own-data.nothing')}</p>}
      {records.map((record, index) => (
        <dl key={index}>
          {Object.entries(record).map(([field, value]) => (
            <div key={field}>
              <dt>{fieldText(t, field)}</dt>
              <dd>{readable(value)}</dd>
            </div>
          ))}
        </dl>
      ))}
    </section>
  );
}

function readable(value: unknown): string {
  if (value === null || value === undefined) return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const style = `body{font:1rem/1.6 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem}
dl{border-top:1px solid #999;padding-top:.5rem}dl div{display:flex;gap:1rem}dt{min-width:12rem;color:#555}
dd{margin:0;overflow-wrap:anywhere}`;
