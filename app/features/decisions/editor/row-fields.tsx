import { procedureKinds } from '~/features/decisions/procedure/procedure-kinds';
import { summaryKinds } from '~/features/decisions/records/headnotes';
import { useTranslate } from '~/i18n/translation-context';
import { rowsOf } from '~/lib/forms/form';
import type { Choice } from '~/ui/fields/fields';
import { RowsField } from '~/ui/fields/rows-field';

type PartProps = { rows: string | undefined; errors: Record<string, string> };

function useRowTexts(kind: 'provision' | 'relation' | 'summary') {
  const t = useTranslate();
  return {
    add: t(`decision-editor.${kind}.add`),
    empty: t(`decision-editor.${kind}.empty`),
    row: (number: number) => t(`decision-editor.${kind}.row`, { number }),
    remove: (number: number) => t(`decision-editor.${kind}.remove`, { number }),
    up: (number: number) => t(`decision-editor.${kind}.up`, { number }),
    down: (number: number) => t(`decision-editor.${kind}.down`, { number }),
  };
}

/** A row for each provision. */
export function Provisions({ rows, errors, instruments }: PartProps & { instruments: Choice[] }) {
  const t = useTranslate();
  return (
    <RowsField
      name="provisions"
      label={t('decision-editor.provisions')}
      errors={errors}
      defaultRows={rowsOf(rows)}
      newRow={() => ({ instrument: '', article: '', paragraph: '', letter: '' })}
      texts={useRowTexts('provision')}
      columns={[
        {
          name: 'instrument',
          label: t('decision-editor.instrument'),
          kind: 'choice',
          options: [{ value: '', label: t('decision-editor.none-chosen') }, ...instruments],
        },
        { name: 'article', label: t('decision-editor.article'), kind: 'text' },
        { name: 'paragraph', label: t('decision-editor.paragraph'), kind: 'text' },
        { name: 'letter', label: t('decision-editor.letter'), kind: 'text' },
      ]}
    />
  );
}

/** A row for each decision of the same proceedings. */
export function Procedure({ rows, errors }: PartProps) {
  const t = useTranslate();
  const kinds = procedureKinds.map((value) => ({
    value,
    label: t(`decision-editor.procedure.${value}`),
  }));
  return (
    <RowsField
      name="procedure"
      label={t('decision-editor.procedure')}
      hint={t('decision-editor.procedure-hint')}
      errors={errors}
      defaultRows={rowsOf(rows)}
      newRow={() => ({ kind: '', identifier: '' })}
      texts={useRowTexts('relation')}
      columns={[
        {
          name: 'kind',
          label: t('decision-editor.relation'),
          kind: 'choice',
          options: [{ value: '', label: t('decision-editor.none-chosen') }, ...kinds],
        },
        { name: 'identifier', label: t('decision-editor.related'), kind: 'text' },
      ]}
    />
  );
}

/** A summary and a headnote for each language. */
export function Summaries({ rows, errors, languages }: PartProps & { languages: Choice[] }) {
  const t = useTranslate();
  return (
    <RowsField
      name="summaries"
      label={t('decision-editor.summaries')}
      errors={errors}
      defaultRows={rowsOf(rows)}
      newRow={() => ({ kind: 'summary', language: 'en', author: '', text: '' })}
      texts={useRowTexts('summary')}
      columns={[
        {
          name: 'kind',
          label: t('decision-editor.summary-kind'),
          kind: 'choice',
          options: summaryKinds.map((value) => ({
            value,
            label: t(`decision-editor.summary-kind.${value}`),
          })),
        },
        {
          name: 'language',
          label: t('decision.facet.language'),
          kind: 'choice',
          options: [{ value: '', label: t('decision-editor.none-chosen') }, ...languages],
        },
        { name: 'author', label: t('decision-editor.summary-author'), kind: 'text' },
        { name: 'text', label: t('decision-editor.summary-text'), kind: 'long', isWide: true },
      ]}
    />
  );
}
