import { Form } from 'react-router';
import { useTranslate } from '~/i18n/translation-context';
import fields from '~/ui/fields/fields.module.css';
import { Button } from '~/ui/button';
import { SelectField } from '~/ui/fields/fields';
import { periods } from './periods';

/** Chooses how far back the figures go. */
export function PeriodForm({ days }: { days: number }) {
  const t = useTranslate();
  return (
    <Form method="get" className={fields.row} key={days}>
      <SelectField
        name="days"
        label={t('statistics.period')}
        defaultValue={String(days)}
        choices={periods.map((period) => ({
          value: String(period),
          label: t('statistics.days', { count: period }),
        }))}
      />
      <Button>{t('applications.apply')}</Button>
    </Form>
  );
}
