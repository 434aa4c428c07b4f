import { Link } from 'react-router';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { freePageName } from '~/lib/addresses/public-path';
import { Button } from '~/ui/button';
import { TextField } from '~/ui/fields/fields';
import { Form } from '~/ui/form';
import type { EditAnswer } from './edit-text.server';
import classes from './publishing.module.css';

type AddressPanelProps = {
  row: { slug: string; version: number };
  answer: EditAnswer | undefined;
};

/** The address of a page of the association, and the way to menu and footer. */
export function AddressPanel({ row, answer }: AddressPanelProps) {
  const t = useTranslate();
  const textOf = useTextOf();
  const refused = answer?.intent === 'move' ? answer : undefined;
  const error = refused?.fieldErrors.slug;
  return (
    <section className={classes.panel} aria-labelledby="address">
      <h2 id="address">{t('content.field.slug')}</h2>
      <p>{t('content.page-address-text')}</p>
      <Form method="post" noValidate preventScrollReset>
        <input type="hidden" name="intent" value="move" />
        <input type="hidden" name="baseVersion" value={row.version} />
        <TextField
          id="field-slug"
          name="slug"
          label={t('content.page-address')}
          hint={t('content.hint.slug')}
          maxLength={100}
          required
          error={error && textOf(error)}
          defaultValue={refused?.values.slug ?? freePageName(row.slug)}
        />
        <Button>{t('content.change-address')}</Button>
      </Form>
      <p>
        <Link to="/administration/association#menu">{t('content.to-menu')}</Link>
      </p>
    </section>
  );
}
