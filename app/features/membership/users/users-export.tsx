import { useTranslate } from '~/i18n/translation-context';
import { Button } from '~/ui/button';
import { TextField } from '~/ui/fields/fields';
import classes from '~/ui/form.module.css';
import type { UserFilter } from './user-schemas';
import { Form } from '~/ui/form';

/** Takes the list out as a file; the reason is kept in the audit log. */
export function UsersExport({ filter }: { filter: UserFilter }) {
  const t = useTranslate();
  return (
    <section className={classes.panel} aria-labelledby="export">
      <h2 id="export">{t('users.export')}</h2>
      <p>{t('users.export-intro')}</p>
      <Form
        method="post"
        action="/administration/users/export"
        className={classes.bar}
        reloadDocument
      >
        <input type="hidden" name="search" value={filter.search} />
        <input type="hidden" name="role" value={filter.role ?? ''} />
        <input type="hidden" name="state" value={filter.state ?? ''} />
        <TextField name="reason" label={t('field.reason')} required maxLength={500} />
        <Button>{t('users.export-submit')}</Button>
      </Form>
    </section>
  );
}
