import { type FormEvent, type ReactNode, useState } from 'react';
import {
  decisionOutcomes,
  decisionTypes,
  decisionVisibilities,
} from '~/features/decisions/records/decision-kinds';
import { SaidByEcli } from '~/features/decisions/proposals/proposal-form';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { Button } from '~/ui/button';
import { CheckGroup, RadioField } from '~/ui/fields/choices';
import { LongTextField, SelectField, TextField } from '~/ui/fields/fields';
import { Form } from '~/ui/form';
import form from '~/ui/form.module.css';
import type { DecisionDraft, DecisionField } from './decision-draft';
import classes from './editor.module.css';
import type { FormChoices } from './decision-form.server';
import { Procedure, Provisions, Summaries } from './row-fields';

type DecisionFormProps = {
  draft: DecisionDraft;
  fieldErrors: Record<string, string>;
  choices: FormChoices;
  version: number;
  /** What it is called, where that cannot change any more. */
  fixedIdentifier: string | null;
  /** The member's proposal that it is begun from. */
  proposal: string | null;
  /** Null where it can no longer be saved: what is typed stays, to be copied. */
  submit: string | null;
  /** Steps that save it as well. */
  children?: ReactNode;
};

/** All that is said of a decision. */
export function DecisionForm(props: DecisionFormProps) {
  const t = useTranslate();
  const textOf = useTextOf();
  const { draft, fieldErrors } = props;
  const [ecli, setEcli] = useState(draft.ecli ?? '');
  const noteEcli = ({ target }: FormEvent<HTMLFormElement>) => {
    if (target instanceof HTMLInputElement && target.name === 'ecli') setEcli(target.value);
  };
  const errorOf = (name: string) => {
    const key = fieldErrors[name];
    return key && textOf(key);
  };
  const field = (name: DecisionField) => ({
    name,
    error: errorOf(name),
    defaultValue: draft[name] ?? '',
  });
  const part = { ...props, field, errorOf };
  return (
    <Form method="post" className={form.form} noValidate onInput={noteEcli}>
      <input type="hidden" name="version" value={props.version} />
      {props.proposal && <input type="hidden" name="proposal" value={props.proposal} />}
      <section className={classes.part} aria-labelledby="identity">
        <h2 id="identity">{t('decision-editor.identity')}</h2>
        <Identity {...part} ecli={ecli} />
      </section>
      <section className={classes.part} aria-labelledby="substance">
        <h2 id="substance">{t('decision-editor.content')}</h2>
        <Content {...part} />
      </section>
      <section className={classes.part} aria-labelledby="sources">
        <h2 id="sources">{t('decision-editor.sources')}</h2>
        <Sources {...part} />
      </section>
      {props.submit && (
        <Button variant="primary" name="intent" value="save">
          {props.submit}
        </Button>
      )}
      {props.children}
    </Form>
  );
}

type PartProps = DecisionFormProps & {
  errorOf: (name: string) => string | undefined;
  field: (name: DecisionField) => {
    name: string;
    error: string | undefined;
    defaultValue: string;
  };
};

function useNone() {
  return { value: '', label: useTranslate()('decision-editor.none-chosen') };
}

function Identity({ ecli, draft, choices, fixedIdentifier, field }: PartProps & { ecli: string }) {
  const t = useTranslate();
  const none = useNone();
  return (
    <>
      {fixedIdentifier ? (
        <>
          <p>{t('decision-editor.fixed', { identifier: fixedIdentifier })}</p>
          <input type="hidden" name="ecli" value={draft.ecli ?? ''} />
        </>
      ) : (
        <TextField
          {...field('ecli')}
          label="ECLI"
          hint={t('decision-editor.ecli-hint')}
          maxLength={80}
        />
      )}
      {!fixedIdentifier && <SaidByEcli ecli={ecli} courts={choices.courts} />}
      <LongTextField
        {...field('caseNumbers')}
        label={t('decision-editor.case-numbers')}
        hint={t('decision-editor.one-a-line')}
        rows={2}
      />
      <LongTextField
        {...field('names')}
        label={t('decision-editor.names')}
        hint={t('decision-editor.names-hint')}
        rows={2}
      />
      <SelectField
        {...field('court')}
        label={t('decision.facet.court')}
        choices={[none]}
        groups={choices.courts}
        required
      />
      <TextField
        {...field('formation')}
        label={t('decision.formation')}
        hint={t('decision-editor.optional')}
        maxLength={200}
      />
      <TextField
        {...field('decidedOn')}
        type="date"
        label={t('decision-editor.decided-on')}
        required
      />
      <TextField
        {...field('publishedOn')}
        type="date"
        label={t('judgment.published-on')}
        hint={t('decision-editor.published-on-hint')}
      />
    </>
  );
}

function Content({ draft, choices, field, fieldErrors, errorOf }: PartProps) {
  const t = useTranslate();
  const none = useNone();
  const topics = chosenIn(draft.topics);
  return (
    <>
      <div className={classes.pair}>
        <SelectField
          {...field('type')}
          label={t('decision-editor.type')}
          choices={decisionTypes.map((value) => ({ value, label: t(`decision.type.${value}`) }))}
        />
        <SelectField
          {...field('outcome')}
          label={t('decision.facet.outcome')}
          choices={[
            none,
            ...decisionOutcomes.map((value) => ({
              value,
              label: t(`decision.outcome.${value}`),
            })),
          ]}
        />
        <TextField
          {...field('fineAmount')}
          label={t('decision.fine')}
          hint={t('decision-editor.fine-hint')}
          inputMode="numeric"
        />
        <SelectField
          {...field('fineCurrency')}
          label={t('decision-editor.currency')}
          choices={currenciesWith(draft.fineCurrency ?? '')}
        />
      </div>
      <Provisions rows={draft.provisions} errors={fieldErrors} instruments={choices.instruments} />
      <Procedure rows={draft.procedure} errors={fieldErrors} />
      <Folded label={t('decision-editor.topics')} count={topics.length}>
        <CheckGroup
          name="topics"
          label={t('decision-editor.topics')}
          choices={choices.topics}
          chosen={topics}
          error={errorOf('topics')}
        />
      </Folded>
      <Summaries rows={draft.summaries} errors={fieldErrors} languages={choices.languages} />
    </>
  );
}

function Sources({ draft, choices, field, errorOf }: PartProps) {
  const t = useTranslate();
  const languages = chosenIn(draft.languages);
  return (
    <>
      <TextField
        {...field('celex')}
        label={t('decision-editor.celex')}
        hint={t('decision-editor.celex-hint')}
        maxLength={20}
      />
      <TextField
        {...field('sourceUrl')}
        type="url"
        label={t('decision-editor.source-url')}
        maxLength={500}
      />
      <Folded label={t('decision-editor.languages')} count={languages.length}>
        <CheckGroup
          name="languages"
          label={t('decision-editor.languages')}
          choices={choices.languages}
          chosen={languages}
          error={errorOf('languages')}
          isCompact
        />
      </Folded>
      <RadioField
        {...field('visibility')}
        label={t('decision-editor.visibility')}
        choices={decisionVisibilities.map((value) => ({
          value,
          label: t(`decision-editor.visibility.${value}`),
        }))}
      />
    </>
  );
}

const chosenIn = (list = '') => list.split(',').filter(Boolean);

const currencies = 'EUR BGN CHF CZK DKK GBP HUF ISK NOK PLN RON SEK'.split(' ');

const currenciesWith = (present: string) =>
  [...new Set([...currencies, ...(present ? [present] : [])])].map((value) => ({
    value,
    label: value,
  }));

/** A long list of boxes, folded until it is wanted. */
function Folded({ label, count, children }: { label: string; count: number; children: ReactNode }) {
  const t = useTranslate();
  return (
    <details className={classes.folded}>
      <summary>{t('decision-editor.chosen', { label, count })}</summary>
      {children}
    </details>
  );
}
