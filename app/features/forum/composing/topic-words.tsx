import { useTranslate } from '~/i18n/translation-context';
import reading from '~/ui/reading.module.css';

/** Title and tags as they were written with the first comment of a topic. */
export function TopicWords({ words }: { words: { title: string; tags: string[] } | null }) {
  const t = useTranslate();
  if (!words) return null;
  return (
    <dl className={reading.facts}>
      <dt>{t('forum.topic-title')}</dt>
      <dd>
        <bdi>{words.title}</bdi>
      </dd>
      {words.tags.length > 0 && (
        <>
          <dt>{t('forum.tags')}</dt>
          <dd>
            <bdi>{words.tags.join(', ')}</bdi>
          </dd>
        </>
      )}
    </dl>
  );
}
