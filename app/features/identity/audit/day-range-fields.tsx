import { useTranslate } from '~/i18n/translation-context';
import { TextField } from '~/ui/fields/fields';
import type { DayRange } from './day-range';

/** From which day to which day a log is shown, both included. */
export function DayRangeFields({ from, to }: DayRange) {
  const t = useTranslate();
  return (
    <>
      <TextField name="from" type="date" label={t('audit.from')} defaultValue={from} />
      <TextField name="to" type="date" label={t('audit.to')} defaultValue={to} />
    </>
  );
}
