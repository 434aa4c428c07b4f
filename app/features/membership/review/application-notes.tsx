import { useLanguage, useTextOf, useTranslate } from '~/i18n/translation-context';
import type { FormRefusal } from '~/lib/forms/form';
import { formatInstant, siteZone } from '~/lib/format/format-date';
import { Button } from '~/ui/button';
import { LongTextField } from '~/ui/fields/fields';
import classes from '~/ui/form.module.css';
import own from './application.module.css';
import { Form } from '~/ui/form';

type Note = { id: string; createdAt: Date; text: string; author: string | null; isOwn: boolean };

type ApplicationNotesProps = {
  notes: readonly Note[];
  isOpen: boolean;
  /** Of a note that was not added. */
  refusal?: FormRefusal;
};

/** What administrators note for each other. */
export function ApplicationNotes({ notes, isOpen, refusal }: ApplicationNotesProps) {
  const t = useTranslate();
  const textOf = useTextOf();
  const language = useLanguage();
  if (!isOpen) return null;
  return (
    <section
      className={classes.section}
      aria-labelledby="notes"
      data-no-print={notes.length === 0 || undefined}
    >
      <h2 id="notes">{t('applications.notes')}</h2>
      {notes.length > 0 && (
        <ol className={own.messages}>
          {notes.map((note) => (
            <li key={note.id}>
              <p className={own.meta}>
                {note.author ?? t('applications.former')},{' '}
                {formatInstant(note.createdAt, language, siteZone)}
              </p>
              <p className={own.text}>{note.text}</p>
            </li>
          ))}
        </ol>
      )}
      {/* Begun anew after an own note, not after a colleague's: what is typed stays. */}
      <Form
        method="post"
        noValidate
        className={`${classes.form} ${own.note}`}
        key={notes.filter(({ isOwn }) => isOwn).length}
      >
        <input type="hidden" name="intent" value="note" />
        <LongTextField
          name="text"
          label={t('applications.new-note')}
          hint={t('applications.note-hint')}
          rows={3}
          maxLength={4000}
          required
          defaultValue={refusal?.values.text}
          error={refusal?.fieldErrors.text && textOf(refusal.fieldErrors.text)}
        />
        <Button>{t('applications.add-note')}</Button>
      </Form>
    </section>
  );
}
