import { useTextOf, useTranslate } from '~/i18n/translation-context';
import classes from '~/ui/form.module.css';

type AuditChangesProps = { changes: Record<string, { from?: unknown; to?: unknown }> };

/** What an entry of the audit log changed, field by field. */
export function AuditChanges({ changes }: AuditChangesProps) {
  const t = useTranslate();
  const fieldText = useFieldText();
  const valueText = useValueText();
  return (
    <table className={`${classes.table} ${classes.stacked} ${classes.breaking}`}>
      <caption>{t('audit.changes')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('audit.field')}</th>
          <th scope="col">{t('audit.before')}</th>
          <th scope="col">{t('audit.after')}</th>
        </tr>
      </thead>
      <tbody>
        {Object.entries(changes).map(([field, change]) => (
          <tr key={field}>
            <td>{fieldText(field)}</td>
            <td data-label={t('audit.before')}>{valueText(change.from)}</td>
            <td data-label={t('audit.after')}>{valueText(change.to)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What a field is called; one without words yet is shown as it is. */
function useFieldText(): (field: string) => string {
  const textOf = useTextOf();
  return (field) => {
    const keys = [`audit.field.${field}`, `retention.field.${field}`];
    return keys.map((key) => [key, textOf(key)]).find(([key, text]) => key !== text)?.[1] ?? field;
  };
}

function useValueText(): (value: unknown) => string {
  const t = useTranslate();
  return (value) => {
    if (value === null || value === undefined || value === '') return '–';
    if (typeof value === 'boolean') return t(value ? 'word.yes' : 'word.no');
    return typeof value === 'string' ? value : JSON.stringify(value);
  };
}
