import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatInstant, siteZone } from '~/lib/format/format-date';
import { Button } from '~/ui/button';
import { LongTextField } from '~/ui/fields/fields';
import classes from '~/ui/form.module.css';
import own from './application.module.css';
import { Form } from '~/ui/form';

type Note = { id: string; createdAt: Date; text: string; author: string | null };

/** What administrators note for each other. */
export function ApplicationNotes({ notes, isOpen }: { notes: readonly Note[]; isOpen: boolean }) {
  const t = useTranslate();
  const language = useLanguage();
  if (!isOpen) return null;
  return (
    <section className={classes.section} aria-labelledby="notes">
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
      <Form method="post" className={`${classes.form} ${own.note}`} key={notes.length}>
        <input type="hidden" name="intent" value="note" />
        <LongTextField
          name="text"
          label={t('applications.new-note')}
          hint={t('applications.note-hint')}
          rows={3}
          maxLength={4000}
          required
        />
        <Button>{t('applications.add-note')}</Button>
      </Form>
    </section>
  );
}
