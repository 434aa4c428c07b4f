import { Form } from 'react-router';
import { useTranslate } from '~/i18n/translation-context';
import { ActionButton, LineField } from '~/ui/plain-fields';
import fields from '~/ui/plain-fields.module.css';

/** Looks through what the reader may read of the forum. */
export function SearchBox({ text = '' }: { text?: string }) {
  const t = useTranslate();
  return (
    <Form role="search" action="/forum/search" className={fields.row}>
      <LineField
        name="q"
        type="search"
        label={t('forum.search')}
        defaultValue={text}
        maxLength={200}
      />
      <ActionButton>{t('forum.search-submit')}</ActionButton>
    </Form>
  );
}
