import { useTranslate } from '~/i18n/translation-context';
import form from '~/ui/form.module.css';
import fields from '~/ui/plain-fields.module.css';
import { RichTextView } from '~/ui/rich-text';
import type { KeptDraft } from './draft-schemas';
import classes from './writing-form.module.css';

type DraftConflictProps = {
  /** What the server has; null when it was posted or thrown away elsewhere. */
  other: KeptDraft | null;
  /** The fields of it that were written in, where there is no text beside them. */
  fields?: readonly string[];
  onKeep: () => void;
  onTake: (other: KeptDraft) => void;
};

/** Somebody, most likely the same person in another tab, has written here too: both are shown. */
export function DraftConflict({ other, fields: names = [], onKeep, onTake }: DraftConflictProps) {
  const t = useTranslate();
  const texts = names.map((name) => other?.fields[name]).filter(Boolean);
  return (
    <section className={form.summary} role="alert">
      <p>{other ? t('draft.conflict') : t('draft.gone')}</p>
      {other && <RichTextView text={other.body} />}
      {texts.map((text, position) => (
        <p key={position} className={classes.kept}>
          {text}
        </p>
      ))}
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
