import { useTranslate } from '~/i18n/translation-context';

/** The title of a topic, or that it is not shown because the first comment is not. */
export function TopicTitle({ title }: { title: string | null }) {
  const t = useTranslate();
  // A title in another direction must not turn the words around it.
  return title === null ? <>{t('forum.title-not-shown')}</> : <bdi>{title}</bdi>;
}
