import type { ReactNode } from 'react';
import { useTranslate } from '~/i18n/translation-context';
import { Form } from '~/ui/form';
import form from '~/ui/form.module.css';
import classes from './data-table.module.css';

type SelectAllProps = { isTicked: boolean; onTick: (is: boolean) => void };

/** Ticks all rows of the page, or none. */
export function SelectAll({ isTicked, onTick }: SelectAllProps) {
  const t = useTranslate();
  return (
    <input
      type="checkbox"
      className={classes.all}
      aria-label={t('table.select-all')}
      checked={isTicked}
      onChange={(event) => onTick(event.currentTarget.checked)}
    />
  );
}

type SelectRowProps = {
  form: string;
  id: string;
  /** Null: nothing can be done to it. */
  name: string | null;
  ticked: ReadonlySet<string>;
  onChange: (ticked: ReadonlySet<string>) => void;
};

/** Ticks a row; its key is sent with the form of what is done to the rows. */
export function SelectRow({ form: formId, id, name, ticked, onChange }: SelectRowProps) {
  const t = useTranslate();
  if (name === null) return null;
  return (
    <input
      type="checkbox"
      name="selected"
      form={formId}
      value={id}
      aria-label={t('table.select', { name })}
      checked={ticked.has(id)}
      onChange={(event) => {
        const next = new Set(ticked);
        if (event.currentTarget.checked) next.add(id);
        else next.delete(id);
        onChange(next);
      }}
    />
  );
}

type BulkActionsProps = { form: string; count: number; children: ReactNode };

/** What is done to the ticked rows. Without scripts the number stays unsaid. */
export function BulkActions({ form: formId, count, children }: BulkActionsProps) {
  const t = useTranslate();
  return (
    <Form method="post" id={formId} className={form.actions}>
      <p role="status" className={classes.count}>
        {t('table.selected', { count })}
      </p>
      {children}
    </Form>
  );
}
