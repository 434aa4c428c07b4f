import { useState } from 'react';
import { Form } from 'react-router';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import form from '~/ui/form.module.css';
import { ActionButton, LongTextField, RadioField } from '~/ui/plain-fields';
import { measureNames } from './flag-schemas';

type DecisionFormProps = {
  kind: 'first' | 'appeal';
  version: number;
  /** The reasons that were given for the flags, for the proposed text. */
  reasons: readonly string[];
  errors: Record<string, string>;
  values: Record<string, string>;
};

/**
 * The decision and its statement of reasons. A text is proposed for each part; all of it can be
 * changed before it is sent.
 */
export function DecisionForm({ kind, version, reasons, errors, values }: DecisionFormProps) {
  const t = useTranslate();
  const textOf = useTextOf();
  const isFirst = kind === 'first';
  const choices = isFirst ? measureNames : (['upheld', 'reversed'] as const);
  const name = isFirst ? 'measure' : 'result';
  const [chosen, setChosen] = useState(values[name] ?? '');
  const errorOf = (field: string) => errors[field] && textOf(errors[field]);
  const prefix = isFirst ? 'measure' : 'appeal-result';
  const proposal = {
    facts: t('proposal.facts', {
      reasons: reasons.map((reason) => textOf(`flag.reason.${reason}`)).join('; '),
    }),
    rule: t('proposal.rule'),
    measureText: chosen ? textOf(`proposal.${prefix}.${chosen}`) : '',
    appealRoute: t(isFirst ? 'proposal.appeal-route' : 'proposal.no-appeal'),
  };
  return (
    <Form method="post" className={form.form} noValidate>
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="intent" value={isFirst ? 'decide' : 'decide-appeal'} />
      <RadioField
        name={name}
        label={t(isFirst ? 'review.measure' : 'review.appeal-result')}
        defaultValue={values[name]}
        error={errorOf(name)}
        onChoose={setChosen}
        choices={choices.map((value) => ({ value, label: textOf(`${prefix}.${value}`) }))}
      />
      <LongTextField
        name="facts"
        label={t('statement.facts')}
        hint={t('review.facts-hint')}
        defaultValue={values.facts ?? (isFirst ? proposal.facts : '')}
        error={errorOf('facts')}
      />
      <LongTextField
        name="rule"
        label={t('statement.rule')}
        defaultValue={values.rule ?? proposal.rule}
        error={errorOf('rule')}
        rows={2}
      />
      <LongTextField
        key={chosen}
        name="measureText"
        label={t('statement.measure')}
        defaultValue={values.measureText ?? proposal.measureText}
        error={errorOf('measureText')}
        rows={2}
      />
      <LongTextField
        name="appealRoute"
        label={t('statement.appeal-route')}
        defaultValue={values.appealRoute ?? proposal.appealRoute}
        error={errorOf('appealRoute')}
        rows={2}
      />
      <ActionButton kind="main">{t('review.decide')}</ActionButton>
    </Form>
  );
}
