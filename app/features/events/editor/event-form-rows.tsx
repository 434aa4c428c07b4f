import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { newId } from '~/lib/new-id';
import { type Row, RowsField } from '~/ui/fields/rows-field';
import type { EventValues } from './event-content';

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
  const textOf = useTextOf();
  const texts = useRowTexts('session');
  return (
    <RowsField
      name="sessions"
      label={t('events.programme')}
      error={errors.sessions && textOf(errors.sessions)}
      defaultRows={rowsOf(values.sessions)}
      newRow={(rows) => {
        const after = String(rows.at(-1)?.endsAt ?? values.startsAt ?? '');
        return { id: newId(), startsAt: after, endsAt: after, title: '', room: '', speakers: '' };
      }}
      texts={texts}
      columns={[
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
  const textOf = useTextOf();
  return (
    <RowsField
      name="documents"
      label={t('event-editor.documents')}
      hint={t('event-editor.documents-hint')}
      error={errors.documents && textOf(errors.documents)}
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
  const textOf = useTextOf();
  return (
    <RowsField
      name="questions"
      label={t('event-editor.questions')}
      hint={t('event-editor.questions-hint')}
      error={errors.questions && textOf(errors.questions)}
      defaultRows={rowsOf(values.questions)}
      newRow={() => ({ id: newId(), label: '', kind: 'text', options: '', required: false })}
      texts={useRowTexts('question')}
      columns={[
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

/** The rows of a field that travels as JSON. */
function rowsOf(text: string | undefined): Row[] {
  try {
    const parsed: unknown = JSON.parse(text || '[]');
    return Array.isArray(parsed) ? parsed.filter(isRow) : [];
  } catch {
    return [];
  }
}

function isRow(value: unknown): value is Row {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((part) => typeof part === 'string' || typeof part === 'boolean')
  );
}
