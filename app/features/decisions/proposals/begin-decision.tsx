import classes from '~/features/decisions/editor/editor.module.css';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { Button } from '~/ui/button';
import { TextField } from '~/ui/fields/fields';
import { Form } from '~/ui/form';

type BeginDecisionProps = {
  answer: { fieldErrors?: Record<string, string>; values?: Record<string, string> } | undefined;
};

/** Where an administrator begins a decision of which only the ECLI or a number is known. */
export function BeginDecision({ answer }: BeginDecisionProps) {
  const t = useTranslate();
  const textOf = useTextOf();
  const key = answer?.fieldErrors?.['named'];
  return (
    <section className={classes.panel} aria-labelledby="begin">
      <h2 id="begin">{t('decision-editor.begin')}</h2>
      <p>{t('decision-editor.begin-text')}</p>
      <Form method="post" noValidate>
        <TextField
          name="named"
          label={t('decision-editor.begin-field')}
          defaultValue={answer?.values?.['named'] ?? ''}
          error={key && textOf(key)}
          maxLength={100}
          autoComplete="off"
        />
        <Button name="intent" value="begin">
          {t('decision-editor.begin-submit')}
        </Button>
      </Form>
    </section>
  );
}
