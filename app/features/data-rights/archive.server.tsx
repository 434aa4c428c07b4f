import { renderToStaticMarkup } from 'react-dom/server';
import { ZipFile } from 'yazl';
import type { Language } from '~/config.server';
import type { Translate } from '~/i18n/translate';
import { translateIn } from '~/i18n/translations.server';
import { formatDate } from '~/lib/format-date';
import type { HeldRecords } from './own-data.server';
import { keptText, whatText } from './retention-texts';

type ArchiveFacts = {
  held: HeldRecords[];
  name: string;
  language: Language;
  site: string;
  madeAt: Date;
};

/**
 * A person's data as one ZIP file: a JSON file for each table (GDPR article 20: structured and
 * machine-readable) and one page to read.
 * @returns the whole file; a person's data is small
 */
export async function makeArchive(facts: ArchiveFacts): Promise<Buffer<ArrayBuffer>> {
  const zip = new ZipFile();
  const page = renderToStaticMarkup(<ArchivePage {...facts} />);
  zip.addBuffer(Buffer.from(`<!doctype html>${page}`), 'my-data.html');
  for (const { row, records } of facts.held) {
    const json = JSON.stringify(records, null, 2);
    zip.addBuffer(Buffer.from(json), `json/${row.name}.json`);
  }
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

function ArchivePage({ held, name, language, site, madeAt }: ArchiveFacts) {
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
              <dt>{field}</dt>
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
