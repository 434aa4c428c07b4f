import { useTranslate } from '~/i18n/translation-context';
import { newId } from '~/lib/new-id';
import { rowsOf } from '~/lib/forms/form';
import { type Column, RowsField } from '~/ui/fields/rows-field';
import type { EventValues } from './event-content';

/** What a row is known by, in registrations and translations. */
const idColumn: Column = { name: 'id', label: '', kind: 'fixed' };

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
      defaultRows={rowsOf(values.sessions)}
      newRow={(rows) => {
        const after = rows.at(-1)?.endsAt ?? values.startsAt ?? '';
        return { id: newId(), startsAt: after, endsAt: after, title: '', room: '', speakers: '' };
      }}
      texts={texts}
      columns={[
        idColumn,
        { name: 'startsAt', label: t('event-editor.starts'), kind: 'moment' },
        { name: 'endsAt', label: t('event-editor.ends'), kind: 'moment' },
        { name: 'title', label: t('event-editor.session-title'), kind: 'text', isWide: true },
        { name: 'room', label: t('event-editor.room'), kind: 'text' },
        { name: 'speakers', label: t('event-editor.speakers'), kind: 'text' },
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
        { name: 'label', label: t('event-editor.document-label'), kind: 'text' },
        { name: 'url', label: t('event-editor.document-url'), kind: 'text' },
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
      defaultRows={rowsOf(values.questions)}
      newRow={() => ({ id: newId(), label: '', kind: 'text', options: '', required: '' })}
      texts={useRowTexts('question')}
      columns={[
        idColumn,
        { name: 'label', label: t('event-editor.question-label'), kind: 'text', isWide: true },
        {
          name: 'kind',
          label: t('event-editor.question-kind'),
          kind: 'choice',
          options: (['text', 'choice', 'yes-no'] as const).map((kind) => ({
            value: kind,
            label: t(`event-editor.question-kind.${kind}`),
          })),
        },
        { name: 'options', label: t('event-editor.question-options'), kind: 'text' },
        { name: 'required', label: t('event-editor.question-required'), kind: 'tick' },
      ]}
    />
  );
}
