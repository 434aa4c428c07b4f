import type { TextKey } from '~/i18n/translate';
import { useTranslate } from '~/i18n/translation-context';
import form from '~/ui/form.module.css';
import { Difference } from './difference';
import type { DiffPart } from './text-diff';

type SavedMeanwhileProps = {
  /** Where what is saved now and what was typed differ. */
  changes: { field: string; parts: DiffPart[] }[];
  labels: Record<string, TextKey>;
  /** Absent, that someone else has saved it. */
  heading?: string;
  /** What one can do about it. */
  text: string;
};

/** What someone else has saved while one was typing, above what was typed. */
export function SavedMeanwhile({ changes, labels, heading, text }: SavedMeanwhileProps) {
  const t = useTranslate();
  return (
    <section className={form.summary} aria-labelledby="difference">
      <h2 id="difference">{heading ?? t('content.saved-elsewhere')}</h2>
      <p>{text}</p>
      <Difference changes={changes} labels={labels} />
    </section>
  );
}
