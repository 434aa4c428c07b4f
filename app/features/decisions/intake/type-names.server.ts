import { decisionTypes } from '~/features/decisions/records/decision-kinds';
import { translations } from '~/i18n/translations.server';
import type { TypeNames } from './intake-file';

/** What the details of a file call the other types of decisions than judgments, in any language. */
export const allTypeNames = (): TypeNames =>
  new Map(
    Object.values(translations).flatMap((texts) =>
      decisionTypes
        .filter((type) => type !== 'judgment')
        .map((type) => [texts[`decision.type.${type}`] ?? type, type] as const),
    ),
  );
