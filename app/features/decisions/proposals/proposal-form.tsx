import { type FormEvent, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { parseEcli } from '~/features/citations/ecli';
import { decisionAddress } from '~/features/decisions/browse/decision-query';
import { nameOfCountry } from '~/features/decisions/records/decision-names';
import classes from '~/features/decisions/editor/editor.module.css';
import { useLanguage, useTextOf, useTranslate } from '~/i18n/translation-context';
import { Button } from '~/ui/button';
import { CheckGroup } from '~/ui/fields/choices';
import { type Choice, LongTextField, SelectField, TextField } from '~/ui/fields/fields';
import fields from '~/ui/fields/fields.module.css';
import { Form } from '~/ui/form';
import form from '~/ui/form.module.css';
import { SiteLink } from '~/ui/site-link';

type Courts = { label: string; choices: Choice[] }[];

type ProposalFormProps = {
  values: Record<string, string>;
  fieldErrors: Record<string, string>;
  /** The decision that is here already. */
  known: { identifier: string; name: string } | null;
  choices: { courts: Courts; topics: Choice[] };
};

/** An ECLI or a number, and what else the member knows. */
export function ProposalForm({ values, fieldErrors, known, choices }: ProposalFormProps) {
  const t = useTranslate();
  const textOf = useTextOf();
  const [ecli, setEcli] = useState(values['ecli'] ?? '');
  const { hash } = useLocation();
  // A link of the list below fills in the form, which begins anew, and leads to the field.
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.focus();
  }, [hash]);
  const field = (name: string) => ({
    id: `proposal-${name}`,
    name,
    defaultValue: values[name] ?? '',
    error: fieldErrors[name] && textOf(fieldErrors[name]),
  });
  const knownAt = (name: string) => known && fieldErrors[name] && <Known known={known} />;
  const noteEcli = ({ target }: FormEvent<HTMLFormElement>) => {
    if (target instanceof HTMLInputElement && target.name === 'ecli') setEcli(target.value);
  };
  const topics = values['topics']?.split(',').filter(Boolean) ?? [];
  return (
    <Form method="post" className={form.form} noValidate onInput={noteEcli}>
      <TextField
        {...field('ecli')}
        label="ECLI"
        hint={t('decision-proposal.ecli-hint')}
        maxLength={80}
        autoComplete="off"
      />
      <SaidByEcli ecli={ecli} courts={choices.courts} />
      {knownAt('ecli')}
      <TextField {...field('caseNumber')} label={t('decision.case-number')} maxLength={100} />
      {knownAt('caseNumber')}
      <SelectField
        {...field('court')}
        label={t('decision.facet.court')}
        hint={t('decision-proposal.court-hint')}
        choices={[{ value: '', label: t('decision-proposal.unknown') }]}
        groups={choices.courts}
      />
      <TextField
        {...field('decidedOn')}
        type="date"
        label={t('decision-editor.decided-on')}
        hint={t('decision-editor.optional')}
      />
      <TextField
        {...field('name')}
        label={t('decision-proposal.name')}
        hint={t('decision-proposal.name-hint')}
        maxLength={300}
      />
      <TextField
        {...field('sourceUrl')}
        type="url"
        label={t('decision-proposal.source')}
        hint={t('decision-editor.optional')}
        maxLength={500}
      />
      <LongTextField
        {...field('reason')}
        label={t('decision-proposal.reason')}
        hint={t('decision-proposal.reason-hint')}
        maxLength={2000}
      />
      <details className={classes.folded} open={topics.length > 0}>
        <summary>{t('decision-editor.topics')}</summary>
        <CheckGroup
          name="topics"
          label={t('decision-editor.topics')}
          choices={choices.topics}
          chosen={topics}
          error={fieldErrors['topics'] && textOf(fieldErrors['topics'])}
        />
      </details>
      <Button variant="primary">{t('decision-proposal.submit')}</Button>
    </Form>
  );
}

function Known({ known }: { known: { identifier: string; name: string } }) {
  return (
    <p className={fields.hint}>
      <SiteLink to={decisionAddress(known.identifier)}>
        <bdi>{known.name}</bdi>
      </SiteLink>{' '}
      ({known.identifier})
    </p>
  );
}

/** What an ECLI says by itself: country, court and year. */
export function SaidByEcli({ ecli, courts }: { ecli: string; courts: Courts }) {
  const t = useTranslate();
  const language = useLanguage();
  const parts = parseEcli(ecli);
  const code = parts && `${parts.country}:${parts.court}`.toUpperCase();
  const court = courts
    .flatMap(({ choices }) => choices)
    .find(({ value }) => value.toUpperCase() === code);
  return (
    <output className={fields.hint} hidden={!parts}>
      {parts &&
        [
          court?.label ?? parts.court,
          nameOfCountry(parts.country, language, t),
          String(parts.year),
        ].join(' · ')}
    </output>
  );
}
