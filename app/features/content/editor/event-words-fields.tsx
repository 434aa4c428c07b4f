import type { EventQuestion, EventSession } from '~/features/content/reading/event-translation';
import type { TextKey } from '~/i18n/translate';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { formatWallTime } from '~/lib/format/format-date';
import { LongTextField } from '~/ui/fields/fields';
import { type Row, severalIn } from '~/lib/forms/form';
import type { Column } from '~/ui/fields/row-cells';
import { RowsField } from '~/ui/fields/rows-field';
import { eventWordsRows } from './event-words-rows';
import type { FieldValues } from './text-fields';

type EventWordsProps = FieldValues & {
  /** What is translated. */
  event: {
    language: string;
    sessions: readonly EventSession[];
    questions: readonly EventQuestion[];
    feeText: string | null;
    photoPolicy: string | null;
    cancelledReason: string | null;
  };
};

const plainFields = [
  { name: 'feeText', maxLength: 500 },
  { name: 'photoPolicy', maxLength: 1000 },
  { name: 'cancelledReason', maxLength: 1000 },
] as const;

/** The translatable fields of an event besides its text, each beside the original. */
export function EventWordsFields({ event, values, errors }: EventWordsProps) {
  const t = useTranslate();
  const textOf = useTextOf();
  const errorOf = (name: string) => errors[name] && textOf(errors[name]);
  // Empty fields need no translation; a cancellation reason may be written in advance.
  const asked = plainFields.filter(
    ({ name }) => event[name] || values[name] || name === 'cancelledReason',
  );
  return (
    <>
      <Sessions event={event} values={values} errors={errors} />
      <Questions event={event} values={values} errors={errors} />
      {asked.map(({ name, maxLength }) => (
        <LongTextField
          key={name}
          id={`field-${name}`}
          name={name}
          label={t(`content.field.${name}`)}
          hint={
            event[name]
              ? t('content.own-words', { text: event[name] })
              : name === 'cancelledReason'
                ? t('content.hint.cancelled-reason')
                : undefined
          }
          rows={2}
          maxLength={maxLength}
          defaultValue={values[name] ?? ''}
          error={errorOf(name)}
        />
      ))}
    </>
  );
}

type RowsProps = Pick<EventWordsProps, 'event' | 'values' | 'errors'>;

/** Which row of the event it is. */
const idColumn: Column = { name: 'id', label: '', kind: 'fixed' };

/** The event says which rows there are. */
function useRowTexts(row: TextKey) {
  const t = useTranslate();
  return { empty: '', row: (number: number) => t(row, { number }) };
}

function Sessions({ event, values, errors }: RowsProps) {
  const t = useTranslate();
  const texts = useRowTexts('event-editor.session.row');
  const { sessions, language } = event;
  if (sessions.length === 0) return null;
  const headingOf = ({ id }: Row) => {
    const session = sessions.find((one) => one.id === id);
    if (!session) return null;
    const { startsAt, title, room } = session;
    return (
      <>
        {formatWallTime(startsAt)}{' '}
        <span lang={language}>{[title, room].filter(Boolean).join(' · ')}</span>
      </>
    );
  };
  return (
    <RowsField
      name="sessions"
      label={t('content.field.sessions')}
      hint={t('content.hint.own-words')}
      errors={errors}
      defaultRows={eventWordsRows.sessions(sessions, values.sessions)}
      headingOf={headingOf}
      texts={texts}
      columns={[
        idColumn,
        { name: 'title', label: t('event-editor.session-title'), kind: 'text', isWide: true },
        { name: 'room', label: t('event-editor.room'), kind: 'text' },
      ]}
    />
  );
}

function Questions({ event, values, errors }: RowsProps) {
  const t = useTranslate();
  const texts = useRowTexts('event-editor.question.row');
  const { questions, language } = event;
  if (questions.length === 0) return null;
  const headingOf = ({ id }: Row) => {
    const question = questions.find((one) => one.id === id);
    return question && <span lang={language}>{question.label}</span>;
  };
  return (
    <RowsField
      name="questions"
      label={t('content.field.questions')}
      hint={t('content.hint.own-words')}
      errors={errors}
      defaultRows={eventWordsRows.questions(questions, values.questions)}
      headingOf={headingOf}
      texts={texts}
      columns={[
        idColumn,
        { name: 'of', label: '', kind: 'fixed' },
        { name: 'label', label: t('event-editor.question-label'), kind: 'text', isWide: true },
        {
          name: 'options',
          label: t('event-editor.question-options'),
          kind: 'several',
          several: { labelsOf: ({ of = '' }) => (of ? severalIn(of) : []), lang: language },
        },
      ]}
    />
  );
}
