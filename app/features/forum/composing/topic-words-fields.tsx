import { useTranslate } from '~/i18n/translation-context';
import { TextField } from '~/ui/fields/fields';

type TopicWordsFieldsProps = {
  title?: string;
  /** Separated by commas. */
  tags?: string;
  errorOf: (name: string) => string | undefined;
};

/** Title and tags of a topic, which are written with its first comment. */
export function TopicWordsFields({ title, tags, errorOf }: TopicWordsFieldsProps) {
  const t = useTranslate();
  return (
    <>
      <TextField
        name="title"
        label={t('forum.topic-title')}
        hint={t('forum.topic-title-hint')}
        defaultValue={title}
        error={errorOf('title')}
        maxLength={160}
        required
      />
      <TextField
        name="tags"
        label={t('forum.tags')}
        hint={t('forum.tags-hint')}
        defaultValue={tags}
        error={errorOf('tags')}
        maxLength={200}
      />
    </>
  );
}
