import { useTranslate } from '~/i18n/translation-context';
import classes from '~/ui/form.module.css';
import { TableScroll } from '~/ui/table-scroll';
import { fieldText, keptText, whatText } from './retention-texts';
import type { Audience, Kept, LegalBasis, OnDeletion } from '~/policy/retention/retention-words';

export type ShownRow = {
  name: string;
  why: LegalBasis;
  seenBy: Audience;
  kept: Kept;
  onDeletion?: OnDeletion;
  personal?: readonly string[];
};

/** What is kept, why, how long and who sees it: one line for each table. */
export function RetentionList({ rows, label }: { rows: readonly ShownRow[]; label: string }) {
  const t = useTranslate();
  return (
    <TableScroll label={label}>
      <table className={`${classes.table} ${classes.stacked}`}>
        <thead>
          <tr>
            <th scope="col">{t('retention.what')}</th>
            <th scope="col">{t('retention.fields')}</th>
            <th scope="col">{t('retention.why')}</th>
            <th scope="col">{t('retention.kept')}</th>
            <th scope="col">{t('retention.seen-by')}</th>
            <th scope="col">{t('retention.deletion')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name}>
              <th scope="row">{whatText(t, row.name)}</th>
              <td data-label={t('retention.fields')}>
                {row.personal?.map((name) => fieldText(t, name)).join(', ') || '–'}
              </td>
              <td data-label={t('retention.why')}>{t(`retention.why.${row.why}`)}</td>
              <td data-label={t('retention.kept')}>{keptText(t, row.kept)}</td>
              <td data-label={t('retention.seen-by')}>{t(`retention.seen-by.${row.seenBy}`)}</td>
              <td data-label={t('retention.deletion')}>
                {row.onDeletion ? t(`retention.deletion.${row.onDeletion}`) : '–'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}
