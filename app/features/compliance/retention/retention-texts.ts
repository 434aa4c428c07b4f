import type { TextKey, Translate } from '~/i18n/translate';
import { retentionPeriods } from '~/lib/time/retention-periods';
import type { Kept } from '~/policy/retention/retention-words';

/** What a table or another store holds, in words. */
export function whatText(t: Translate, name: string): string {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- a test checks that each has a text
  return t(`retention.what.${name}` as TextKey);
}

/** How long it is kept, in words. */
export function keptText(t: Translate, { rule, days = 0 }: Kept): string {
  if (rule === 'days') return t('retention.kept.days', { count: days });
  const {
    unconfirmedAccount,
    unconfirmedApplication,
    endedApplicationMonths: months,
    registration,
    needs,
  } = retentionPeriods;
  if (rule === 'own-account') return t('retention.kept.own-account', { days: unconfirmedAccount });
  if (rule === 'application')
    return t('retention.kept.application', { days: unconfirmedApplication, months });
  if (rule === 'registration')
    return t('retention.kept.registration', { days: registration, needs });
  if (rule === 'decision')
    return t('retention.kept.decision', { days: retentionPeriods.withdrawnDecision });
  return t(`retention.kept.${rule}`);
}

/** What a field holds, in words. */
export function fieldText(t: Translate, name: string): string {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- a test checks that each has a text
  return t(`retention.field.${name}` as TextKey);
}
