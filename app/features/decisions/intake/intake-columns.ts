import { useTranslate } from '~/i18n/translation-context';
import type { Choice } from '~/ui/fields/fields';
import { intakeKinds, isDecision } from './intake-row';

export type IntakeColumn = {
  name: string;
  label: string;
  kind: 'text' | 'day' | 'choice';
  choices?: readonly Choice[];
  /** Id of the `datalist` of what can be typed. */
  list?: string;
  maxLength?: number;
};

/** The fields of each file, in the order in which one checks them. */
export function useIntakeColumns(
  courts: string,
  languages: readonly Choice[],
): readonly IntakeColumn[] {
  const t = useTranslate();
  const kinds = intakeKinds.map((value) => ({
    value,
    label: isDecision(value) ? t(`decision.type.${value}`) : t(`document.kind.${value}`),
  }));
  return [
    { name: 'title', label: t('document.title'), kind: 'text', maxLength: 200 },
    { name: 'kind', label: t('document.kind'), kind: 'choice', choices: kinds },
    { name: 'court', label: t('judgment.court'), kind: 'text', list: courts, maxLength: 200 },
    { name: 'decidedOn', label: t('judgment.decided-on'), kind: 'day' },
    { name: 'caseNumber', label: t('judgment.case-number'), kind: 'text', maxLength: 80 },
    { name: 'ecli', label: t('judgment.ecli'), kind: 'text', maxLength: 80 },
    {
      name: 'language',
      label: t('document.language'),
      kind: 'choice',
      choices: [{ value: '', label: t('document.language-unknown') }, ...languages],
    },
  ];
}
