import { useTranslate } from '~/i18n/translation-context';
import form from '~/ui/form.module.css';
import { TableScroll } from '~/ui/table-scroll';
import type { differencesOf } from './decision-differences';

type DifferencesProps = {
  /** Of the table, and of the two columns that are compared. */
  label: string;
  before: string;
  after: string;
  differences: ReturnType<typeof differencesOf>;
};

/** Where two versions of a decision differ, field by field. */
export function Differences({ label, before, after, differences }: DifferencesProps) {
  const t = useTranslate();
  return (
    <TableScroll label={label}>
      <table className={`${form.table} ${form.stacked}`}>
        <thead>
          <tr>
            <th scope="col">{t('decision-editor.field')}</th>
            <th scope="col">{before}</th>
            <th scope="col">{after}</th>
          </tr>
        </thead>
        <tbody>
          {differences.map((one) => (
            <tr key={one.label}>
              <td>{t(one.label)}</td>
              <td data-label={before}>{one.before || '–'}</td>
              <td data-label={after}>{one.after || '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}
