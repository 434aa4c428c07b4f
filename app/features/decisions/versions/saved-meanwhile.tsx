import { useTranslate } from '~/i18n/translation-context';
import form from '~/ui/form.module.css';
import type { differencesOf } from './decision-differences';
import { Differences } from './differences';

/** What someone else has saved of a decision while one was typing, above what was typed. */
export function SavedMeanwhile({ differences }: { differences: ReturnType<typeof differencesOf> }) {
  const t = useTranslate();
  if (differences.length === 0) return null;
  return (
    <section className={form.summary} aria-labelledby="saved-meanwhile">
      <h2 id="saved-meanwhile">{t('content.saved-elsewhere')}</h2>
      <p>{t('content.saved-elsewhere-text')}</p>
      <Differences
        label={t('decision-editor.versions')}
        before={t('decision-editor.saved-now')}
        after={t('decision-editor.typed')}
        differences={differences}
      />
    </section>
  );
}
