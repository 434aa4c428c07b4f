import { useSearchParams } from 'react-router';
import { useTranslate } from '~/i18n/translation-context';
import { Button } from '~/ui/button';
import { TextField } from '~/ui/fields/fields';
import { useNeededFields } from '~/ui/fields/use-needed-fields';
import { Form } from '~/ui/form';
import classes from './data-table.module.css';

/** A list that can be downloaded. */
export type Download = {
  /** Its name in the address of the download. */
  list: string;
  /** A list of people asks for a reason, which the audit log keeps. */
  asksReason?: boolean;
};

/** The whole list as CSV, sorted and filtered as shown. */
export function ListExport({ list, asksReason = false }: Download) {
  const t = useTranslate();
  const [search] = useSearchParams();
  const needed = useNeededFields();
  return (
    <details className={classes.menu} data-no-print>
      <summary>{t('table.export')}</summary>
      <Form
        method="post"
        action={`/administration/lists/${list}/export`}
        className={classes.choices}
        reloadDocument
        needed={needed}
      >
        <p>{t(asksReason ? 'table.export-reason' : 'table.export-intro')}</p>
        <input type="hidden" name="query" value={search.toString()} />
        {asksReason && (
          <TextField
            name="reason"
            label={t('field.reason')}
            required
            error={needed.errorOf('reason')}
            minLength={5}
            maxLength={500}
          />
        )}
        <Button>{t('table.export-submit')}</Button>
      </Form>
    </details>
  );
}
