import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { Button } from '~/ui/button';
import { Form } from '~/ui/form';
import form from '~/ui/form.module.css';
import { pageAddress, Pagination } from '~/ui/pagination';
import { TableScroll } from '~/ui/table-scroll';
import { type ImportError, importedFields } from './import-report';

export type Preview = {
  added: number;
  changed: number;
  unchanged: number;
  digest: string;
  errorCount: number;
  errors: ImportError[];
  rows: { number: number; identifier: string; name: string; isNew: boolean; changes: string[] }[];
  page: number;
  pages: number;
};

/** What a file would do, before it does. */
export function ImportPreview({ preview }: { preview: Preview }) {
  const t = useTranslate();
  const { added, changed, unchanged, errorCount, digest } = preview;
  const isPossible = errorCount === 0 && added + changed > 0;
  return (
    <>
      <ul>
        {added > 0 && <li>{t('decision-import.would-add', { count: added })}</li>}
        {changed > 0 && <li>{t('decision-import.would-change', { count: changed })}</li>}
        {unchanged > 0 && <li>{t('decision-import.same', { count: unchanged })}</li>}
        {errorCount > 0 && <li>{t('decision-import.wrong', { count: errorCount })}</li>}
      </ul>
      {errorCount > 0 && <p>{t('decision-import.fix')}</p>}
      {errorCount === 0 && !isPossible && <p>{t('decision-import.nothing')}</p>}
      {isPossible && <p>{t('decision-import.kept')}</p>}
      <div className={form.actions} data-no-print>
        {isPossible && (
          <Form method="post" action="?">
            <input type="hidden" name="digest" value={digest} />
            <Button variant="primary" name="intent" value="run">
              {t('decision-import.submit', { count: added + changed })}
            </Button>
          </Form>
        )}
        <Form method="post" action="?">
          <Button name="intent" value="discard">
            {t('decision-import.discard')}
          </Button>
        </Form>
      </div>
      {errorCount > 0 && <Errors errors={preview.errors} count={errorCount} />}
      {preview.rows.length > 0 && <Rows {...preview} />}
    </>
  );
}

function Errors({ errors, count }: { errors: readonly ImportError[]; count: number }) {
  const t = useTranslate();
  const textOf = useTextOf();
  return (
    <div className={form.section}>
      <h2>{t('decision-import.mistakes')}</h2>
      <TableScroll label={t('decision-import.mistakes')}>
        <table className={`${form.table} ${form.stacked}`}>
          <thead>
            <tr>
              <th scope="col">{t('decision-import.row')}</th>
              <th scope="col">{t('decision-import.field')}</th>
              <th scope="col">{t('decision-import.problem')}</th>
            </tr>
          </thead>
          <tbody>
            {errors.map(({ row, field, problem, values }) => (
              <tr key={`${row} ${field} ${problem}`}>
                <td>{t('decision-import.row-number', { row })}</td>
                <td data-label={t('decision-import.field')}>
                  <code>{field}</code>
                </td>
                <td data-label={t('decision-import.problem')}>{textOf(problem, values)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
      {count > errors.length && (
        <p>{t('decision-import.more', { count: count - errors.length })}</p>
      )}
    </div>
  );
}

function Rows({ rows, page, pages }: Preview) {
  const t = useTranslate();
  return (
    <div className={form.section}>
      <h2>{t('decision-import.rows')}</h2>
      <p>{t('decision-import.row-hint')}</p>
      <TableScroll label={t('decision-import.rows')}>
        <table className={`${form.table} ${form.stacked}`}>
          <thead>
            <tr>
              <th scope="col">{t('decision-import.row')}</th>
              <th scope="col">{t('decision-editor.decision')}</th>
              <th scope="col">{t('decision-import.what')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.number}>
                <td>{t('decision-import.row-number', { row: row.number })}</td>
                <td data-label={t('decision-editor.decision')}>
                  <bdi>{row.name}</bdi>
                  {row.name !== row.identifier && (
                    <>
                      <br />
                      {row.identifier}
                    </>
                  )}
                </td>
                <td data-label={t('decision-import.what')}>
                  <Effect row={row} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
      <Pagination page={page} pages={pages} address={pageAddress({})} />
    </div>
  );
}

function Effect({ row }: { row: Preview['rows'][number] }) {
  const t = useTranslate();
  if (row.isNew) return t('decision-import.new');
  const labels = row.changes.flatMap((name) => importedFields[name] ?? []);
  return labels.length > 0
    ? t('decision-import.changes', { fields: labels.map((label) => t(label)).join(', ') })
    : t('decision-import.no-change');
}
