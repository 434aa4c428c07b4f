import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { Button } from '~/ui/button';
import { SelectField, TextField } from '~/ui/fields/fields';
import fields from '~/ui/fields/fields.module.css';
import classes from '~/features/forum/forum.module.css';
import { Form } from '~/ui/form';

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
        <Button name="intent" value={topic.pinned ? 'unpin' : 'pin'}>
          {topic.pinned ? t('forum.unpin') : t('forum.pin')}
        </Button>
        {topic.isClosed && (
          <Button name="intent" value="reopen">
            {t('forum.reopen')}
          </Button>
        )}
      </Form>
      {!topic.isClosed && (
        <Form method="post" className={fields.row}>
          <TextField
            name="reason"
            label={t('forum.close-reason')}
            error={error && textOf(error)}
            maxLength={500}
            required
          />
          <Button name="intent" value="close">
            {t('forum.close')}
          </Button>
        </Form>
      )}
      <Form method="post" className={fields.row}>
        <SelectField
          name="category"
          label={t('forum.move-to')}
          defaultValue={topic.category.slug}
          choices={categories.map(({ slug, name }) => ({ value: slug, label: name }))}
        />
        <Button name="intent" value="move">
          {t('forum.move')}
        </Button>
      </Form>
    </details>
  );
}
