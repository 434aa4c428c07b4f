import { useEffect, useRef, useState } from 'react';
import { useTranslate } from '~/i18n/translation-context';
import form from '~/ui/form.module.css';
import { Button } from '~/ui/button';
import fields from '~/ui/fields/fields.module.css';
import { RichTextView } from '~/ui/rich-text/rich-text';
import { useToast } from '~/ui/dialog/toasts';
import type { StoredDraft } from './draft-schemas';
import classes from './writing-form.module.css';

/** A field with its label and the other version of its text. */
export type Differing = { label: string; text: string };

type DraftConflictProps = {
  /** What the server has; null when it was posted or thrown away elsewhere. */
  other: StoredDraft | null;
  /** The fields of it that were written in, where there is no text beside them. */
  fields?: readonly string[];
  /** In a long form the conflict may be off screen, so a toast reports it. */
  isFar: boolean;
  /** The form was not sent because of this: then the focus goes here. */
  wasStopped: () => boolean;
  /** Otherwise: the fields that say something else there. */
  differing: () => Differing[];
  onKeep: () => void;
  onTake: (other: StoredDraft) => void;
};

/** Someone, most likely the same person in another tab, has written here too: both are shown. */
export function DraftConflict(props: DraftConflictProps) {
  const { other, fields: names = [], isFar, wasStopped, onKeep, onTake } = props;
  const section = useRef<HTMLElement>(null);
  const t = useTranslate();
  const toast = useToast();
  const [differing] = useState(names.length > 0 ? [] : props.differing);
  const isToTell = isFar && other !== null;
  useEffect(() => {
    if (isToTell) toast({ kind: 'error', text: t('draft.conflict-above') });
  }, [isToTell, toast, t]);
  useEffect(() => {
    if (wasStopped()) section.current?.focus();
    // oxlint-disable-next-line react/exhaustive-deps -- when it comes, not while it stays
  }, []);
  const texts = names.map((name) => other?.fields[name]).filter(Boolean);
  return (
    <section ref={section} className={form.summary} role="alert" tabIndex={-1}>
      <p>{other ? t('draft.conflict') : t('draft.gone')}</p>
      {other && <RichTextView text={other.body} />}
      {texts.map((text, position) => (
        <p key={position} className={classes.kept}>
          {text}
        </p>
      ))}
      {differing.length > 0 && (
        <dl>
          {differing.map(({ label, text }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className={classes.kept}>{text || '–'}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className={fields.row}>
        <Button onClick={onKeep}>{t('draft.keep-mine')}</Button>
        {other && <Button onClick={() => onTake(other)}>{t('draft.take-other')}</Button>}
      </div>
    </section>
  );
}
