import { renderToStaticMarkup } from 'react-dom/server';
import type { Language } from '~/config/config.server';
import type { Translate } from '~/i18n/translate';
import { TranslationProvider } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { formatDate } from '~/lib/format/format-date';
import { useHeldValue } from './held-value';
import { type ExportPart, valueForReader } from './own-data.server';
import type { RetentionRow } from '~/policy/retention/retention.server';
import { fieldText, keptText, whatText } from '~/features/compliance/retention/retention-texts';

export type ArchiveFacts = {
  parts: readonly ExportPart[];
  /** Where what the person has added to the library lies in the archive. */
  paths: readonly string[];
  name: string;
  language: Language;
  site: string;
  madeAt: Date;
};

/** The page to read, in pieces: rendered whole, 100,000 records would not fit in memory. */
export async function* archivePage(facts: ArchiveFacts): AsyncGenerator<string> {
  const t = translateIn(facts.language);
  yield `<!doctype html><html lang="${facts.language}">${renderToStaticMarkup(<Head {...facts} />)}<body>`;
  yield renderToStaticMarkup(<Title {...facts} />);
  for (const { row, batches } of facts.parts) {
    let isEmpty = true;
    yield `<section>${renderToStaticMarkup(<PartTitle row={row} t={t} />)}`;
    for await (const records of batches()) {
      isEmpty = false;
      yield renderToStaticMarkup(
        <TranslationProvider language={facts.language} translate={t}>
          <Records table={row.name} records={records} t={t} />
        </TranslationProvider>,
      );
    }
    if (isEmpty) yield renderToStaticMarkup(<p>{t('own-data.nothing')}</p>);
    yield '</section>';
  }
  if (facts.paths.length > 0) yield renderToStaticMarkup(<Documents {...facts} />);
  yield '</body></html>';
}

function Head({ name, language }: ArchiveFacts) {
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{translateIn(language)('own-data.archive-title', { name })}</title>
      <style>{style}</style>
    </head>
  );
}

function Title({ name, language, site, madeAt }: ArchiveFacts) {
  return (
    <>
      <h1>{translateIn(language)('own-data.archive-title', { name })}</h1>
      <p>
        {site}, {formatDate(madeAt, language)}
      </p>
    </>
  );
}

function PartTitle({ row, t }: { row: RetentionRow; t: Translate }) {
  return (
    <>
      <h2>{whatText(t, row.name)}</h2>
      <p>
        {t(`retention.why.${row.why}`)} · {keptText(t, row.kept)}
      </p>
    </>
  );
}

type RecordsProps = { table: string; records: Record<string, unknown>[]; t: Translate };

function Records({ table, records, t }: RecordsProps) {
  const valueText = useHeldValue();
  return records.map((record, index) => (
    <dl key={index}>
      {Object.entries(record).map(([field, value]) => (
        <div key={field}>
          <dt>{fieldText(t, field)}</dt>
          <dd>{valueText(table, field, valueForReader(value))}</dd>
        </div>
      ))}
    </dl>
  ));
}

function Documents({ paths, language }: ArchiveFacts) {
  return (
    <section>
      <h2>{translateIn(language)('own-data.documents')}</h2>
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
  );
}

const style = `body{font:1rem/1.6 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem}
dl{border-top:1px solid #999;padding-top:.5rem}dl div{display:flex;gap:1rem}dt{min-width:12rem;color:#555}
dd{margin:0;overflow-wrap:anywhere}`;
