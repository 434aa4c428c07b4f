import { Form } from 'react-router';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { ActionButton, LineField, SelectField } from '~/ui/plain-fields';
import fields from '~/ui/plain-fields.module.css';
import classes from './forum.module.css';

type TopicManagementProps = {
  topic: { pinned: boolean; isClosed: boolean; category: { slug: string } };
  categories: readonly { slug: string; name: string }[];
  error?: string;
};

/** Pinning, closing and moving, for administrators. */
export function TopicManagement({ topic, categories, error }: TopicManagementProps) {
  const t = useTranslate();
  const textOf = useTextOf();
  return (
    <details className={classes.manage} data-no-print>
      <summary>{t('forum.manage')}</summary>
      <Form method="post" className={fields.row}>
        <ActionButton name="intent" value={topic.pinned ? 'unpin' : 'pin'}>
          {topic.pinned ? t('forum.unpin') : t('forum.pin')}
        </ActionButton>
        {topic.isClosed && (
          <ActionButton name="intent" value="reopen">
            {t('forum.reopen')}
          </ActionButton>
        )}
      </Form>
      {!topic.isClosed && (
        <Form method="post" className={fields.row}>
          <LineField
            name="reason"
            label={t('forum.close-reason')}
            error={error && textOf(error)}
            maxLength={500}
            required
          />
          <ActionButton name="intent" value="close">
            {t('forum.close')}
          </ActionButton>
        </Form>
      )}
      <Form method="post" className={fields.row}>
        <SelectField
          name="category"
          label={t('forum.move-to')}
          defaultValue={topic.category.slug}
          choices={categories.map(({ slug, name }) => ({ value: slug, label: name }))}
        />
        <ActionButton name="intent" value="move">
          {t('forum.move')}
        </ActionButton>
      </Form>
    </details>
  );
}
