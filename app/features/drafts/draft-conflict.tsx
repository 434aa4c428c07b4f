import { useTranslate } from '~/i18n/translation-context';
import form from '~/ui/form.module.css';
import fields from '~/ui/plain-fields.module.css';
import { RichTextView } from '~/ui/rich-text';
import type { KeptDraft } from './draft-schemas';

type DraftConflictProps = {
  /** What the server has; null when it was posted or thrown away elsewhere. */
  other: KeptDraft | null;
  onKeep: () => void;
  onTake: (other: KeptDraft) => void;
};

/** Somebody, most likely the same person in another tab, has written here too: both are shown. */
export function DraftConflict({ other, onKeep, onTake }: DraftConflictProps) {
  const t = useTranslate();
  return (
    <section className={form.summary} role="alert">
      <p>{other ? t('draft.conflict') : t('draft.gone')}</p>
      {other && <RichTextView text={other.body} />}
      <div className={fields.row}>
        <button type="button" className={fields.button} onClick={onKeep}>
          {t('draft.keep-mine')}
        </button>
        {other && (
          <button type="button" className={fields.button} onClick={() => onTake(other)}>
            {t('draft.take-other')}
          </button>
        )}
      </div>
    </section>
  );
}
