import { useTranslate } from '~/i18n/translation-context';
import { newId } from '~/lib/new-id';
import { type Row, rowsOf, separatedIn } from '~/lib/forms/form';
import type { Column } from '~/ui/fields/row-cells';
import { RowsField } from '~/ui/fields/rows-field';
import { eventCellLabels, type EventValues } from './event-content';

/** What a row is known by, in registrations and translations. */
const idColumn: Column = { name: 'id', label: '', kind: 'fixed' };

/** A draft may have all values in one field. */
const fieldForEach = (row: Row, column: 'speakers' | 'options'): Row => ({
  ...row,
  [column]: separatedIn(row[column]).join('\n'),
});

type PartProps = { values: EventValues; errors: Record<string, string> };

function useRowTexts(kind: 'session' | 'question' | 'document') {
  const t = useTranslate();
  return {
    add: t(`event-editor.${kind}.add`),
    empty: t(`event-editor.${kind}.empty`),
    row: (number: number) => t(`event-editor.${kind}.row`, { number }),
    remove: (number: number) => t(`event-editor.${kind}.remove`, { number }),
    up: (number: number) => t(`event-editor.${kind}.up`, { number }),
    down: (number: number) => t(`event-editor.${kind}.down`, { number }),
  };
}

/** The programme. */
export function Sessions({ values, errors }: PartProps) {
  const t = useTranslate();
  const texts = useRowTexts('session');
  return (
    <RowsField
      name="sessions"
      label={t('events.programme')}
      errors={errors}
      defaultRows={rowsOf(values.sessions).map((row) => fieldForEach(row, 'speakers'))}
      newRow={(rows) => {
        const after = rows.at(-1)?.endsAt ?? values.startsAt ?? '';
        return { id: newId(), startsAt: after, endsAt: after, title: '', room: '', speakers: '' };
      }}
      texts={texts}
      columns={[
        idColumn,
        { name: 'startsAt', label: t(eventCellLabels['sessions.startsAt']), kind: 'moment' },
        { name: 'endsAt', label: t(eventCellLabels['sessions.endsAt']), kind: 'moment' },
        { name: 'title', label: t(eventCellLabels['sessions.title']), kind: 'text', isWide: true },
        { name: 'room', label: t(eventCellLabels['sessions.room']), kind: 'text' },
        {
          name: 'speakers',
          label: t(eventCellLabels['sessions.speakers']),
          kind: 'several',
          several: {
            one: (number) => t('event-editor.speaker.one', { number }),
            add: t('event-editor.speaker.add'),
            remove: (number) => t('event-editor.speaker.remove', { number }),
          },
        },
      ]}
    />
  );
}

/** Links to papers and files. */
export function Documents({ values, errors }: PartProps) {
  const t = useTranslate();
  return (
    <RowsField
      name="documents"
      label={t('event-editor.documents')}
      hint={t('event-editor.documents-hint')}
      errors={errors}
      defaultRows={rowsOf(values.documents)}
      newRow={() => ({ label: '', url: '' })}
      texts={useRowTexts('document')}
      columns={[
        { name: 'label', label: t(eventCellLabels['documents.label']), kind: 'text' },
        { name: 'url', label: t(eventCellLabels['documents.url']), kind: 'text' },
      ]}
    />
  );
}

/** The questions of the registration form. */
export function Questions({ values, errors }: PartProps) {
  const t = useTranslate();
  return (
    <RowsField
      name="questions"
      label={t('event-editor.questions')}
      hint={t('event-editor.questions-hint')}
      errors={errors}
      defaultRows={rowsOf(values.questions).map((row) => fieldForEach(row, 'options'))}
      newRow={() => ({ id: newId(), label: '', kind: 'text', options: '', required: '' })}
      texts={useRowTexts('question')}
      columns={[
        idColumn,
        { name: 'label', label: t(eventCellLabels['questions.label']), kind: 'text', isWide: true },
        {
          name: 'kind',
          label: t(eventCellLabels['questions.kind']),
          kind: 'choice',
          options: (['text', 'choice', 'yes-no'] as const).map((kind) => ({
            value: kind,
            label: t(`event-editor.question-kind.${kind}`),
          })),
        },
        {
          name: 'options',
          label: t(eventCellLabels['questions.options']),
          kind: 'several',
          several: {
            one: (number) => t('event-editor.option.one', { number }),
            add: t('event-editor.option.add'),
            remove: (number) => t('event-editor.option.remove', { number }),
          },
        },
        { name: 'required', label: t(eventCellLabels['questions.required']), kind: 'tick' },
      ]}
    />
  );
}
