import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { TextField } from '~/ui/fields/fields';
import { ListField } from '~/ui/fields/list-field';

type TopicWordsFieldsProps = {
  title?: string;
  /** With commas between them. */
  tags?: string;
  errors: Record<string, string>;
};

/** Title and tags of a topic, which are written with its first comment. */
export function TopicWordsFields({ title, tags, errors }: TopicWordsFieldsProps) {
  const t = useTranslate();
  const textOf = useTextOf();
  return (
    <>
      <TextField
        name="title"
        label={t('forum.topic-title')}
        hint={t('forum.topic-title-hint')}
        defaultValue={title}
        error={errors.title && textOf(errors.title)}
        maxLength={160}
        required
      />
      <ListField
        name="tags"
        label={t('forum.tags')}
        hint={t('forum.tags-hint')}
        defaultValue={tags}
        errors={errors}
        texts={{
          one: (number) => t('forum.tag.one', { number }),
          add: t('forum.tag.add'),
          remove: (number) => t('forum.tag.remove', { number }),
        }}
      />
    </>
  );
}
