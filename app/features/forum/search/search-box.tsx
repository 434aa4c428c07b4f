import { Form } from 'react-router';
import { useTranslate } from '~/i18n/translation-context';
import { Button } from '~/ui/button';
import { TextField } from '~/ui/fields/fields';
import fields from '~/ui/fields/fields.module.css';

/** Looks through what the reader may read of the forum. */
export function SearchBox({ text = '' }: { text?: string }) {
  const t = useTranslate();
  return (
    <Form role="search" action="/forum/search" className={fields.row}>
      <TextField
        name="q"
        type="search"
        label={t('forum.search')}
        defaultValue={text}
        maxLength={200}
      />
      <Button>{t('forum.search-submit')}</Button>
    </Form>
  );
}
