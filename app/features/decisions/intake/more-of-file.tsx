import { useState } from 'react';
import { decisionOutcomes } from '~/features/decisions/records/decision-kinds';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { type Row, severalIn } from '~/lib/forms/form';
import { CheckGroup } from '~/ui/fields/choices';
import type { Choice } from '~/ui/fields/fields';
import fields from '~/ui/fields/fields.module.css';
import { Cells, type Column } from '~/ui/fields/row-cells';
import type { IntakePage } from './intake.server';
import classes from './intake.module.css';

type MoreOfFileProps = {
  file: IntakePage['files'][number];
  place: string;
  errors: Record<string, string>;
  typed: Row | null;
  /** Saved by somebody else meanwhile. */
  isStale: boolean;
  topics: readonly Choice[];
  /** Rather than proposed: the record keeps more than a proposal. */
  isPublished: boolean;
};

/** What is said of a decision beside the columns of the table, folded until it is wanted. */
export function MoreOfFile(props: MoreOfFileProps) {
  const { file, place, errors, typed, isStale, topics, isPublished } = props;
  const t = useTranslate();
  const textOf = useTextOf();
  const [changed, setChanged] = useState<Row>({});
  const isNew = file.decision === null;
  const columns = useMoreColumns({ isPublished: isNew && isPublished });
  const shown: Row = { ...(typed ?? file.row), ...changed };
  const names = [...columns.map(({ name }) => name), ...(isNew ? ['topics'] : [])];
  const isRefused = Object.keys(errors).some((name) =>
    names.some((one) => name === `${place}.${one}` || name.startsWith(`${place}.${one}.`)),
  );
  const change = (column: string, value: string) =>
    setChanged((before) => ({ ...before, [column]: value }));
  const refusedTopics = errors[`${place}.topics`];
  const saved = isStale ? (file.row['provisions'] ?? '') : null;
  return (
    <details className={classes.folded} open={isRefused || undefined}>
      <summary>
        {t('intake.more')} <Filled {...{ columns, row: shown, topics: isNew ? topics : [] }} />
      </summary>
      {isNew && (
        <p className={fields.hint}>
          {t(isPublished ? 'intake.more-publish' : 'intake.more-propose')}
        </p>
      )}
      {saved && saved !== shown['provisions'] && (
        <p className={fields.hint}>
          {t('document.saved-meanwhile', { value: severalIn(saved).join(', ') })}
        </p>
      )}
      <Cells {...{ columns, row: shown, place, errors }} onChange={change} />
      {isNew && (
        <Topics
          name={`${place}.topics`}
          {...{ topics }}
          chosen={(typed ?? file.row)['topics'] ?? ''}
          error={refusedTopics && textOf(refusedTopics)}
          onChange={(value) => change('topics', value)}
        />
      )}
    </details>
  );
}

/** The fields that the decision, its proposal or the file keeps. */
function useMoreColumns({ isPublished }: { isPublished: boolean }): Column[] {
  const t = useTranslate();
  const several = (kind: 'other-name' | 'other-number') => ({
    one: (number: number) => t(`intake.${kind}.one`, { number }),
    add: t(`intake.${kind}.add`),
    remove: (number: number) => t(`intake.${kind}.remove`, { number }),
  });
  const provision = {
    one: (number: number) => t('decision-editor.provision.row', { number }),
    add: t('decision-editor.provision.add'),
    remove: (number: number) => t('decision-editor.provision.remove', { number }),
  };
  const ofFile: Column[] = [
    {
      name: 'provisions',
      label: t('decision-editor.provisions'),
      kind: 'several',
      several: provision,
    },
    { name: 'publishedOn', label: t('judgment.published-on'), kind: 'day' },
    { name: 'sourceUrl', label: t('decision-editor.source-url'), kind: 'text', isWide: true },
  ];
  if (!isPublished) return ofFile;
  const outcomes = decisionOutcomes.map((value) => ({
    value,
    label: t(`decision.outcome.${value}`),
  }));
  return [
    {
      name: 'otherNames',
      label: t('intake.other-names'),
      kind: 'several',
      several: several('other-name'),
    },
    {
      name: 'otherNumbers',
      label: t('intake.other-numbers'),
      kind: 'several',
      several: several('other-number'),
    },
    {
      name: 'outcome',
      label: t('decision.facet.outcome'),
      kind: 'choice',
      options: [{ value: '', label: t('decision-editor.none-chosen') }, ...outcomes],
    },
    { name: 'formation', label: t('decision.formation'), kind: 'text' },
    { name: 'celex', label: t('decision-editor.celex'), kind: 'text' },
    ...ofFile,
  ];
}

type FilledProps = { columns: readonly Column[]; row: Row; topics: readonly Choice[] };

/** What there is to check within, also while it is folded. */
function Filled({ columns, row, topics }: FilledProps) {
  const t = useTranslate();
  const all = [
    ...columns.map(({ name, label }) => ({ name, label })),
    ...(topics.length > 0 ? [{ name: 'topics', label: t('decision-editor.topics') }] : []),
  ];
  const filled = all.flatMap(({ name, label }) => {
    const count = severalIn(row[name] ?? '').filter(Boolean).length;
    if (count === 0) return [];
    return [count === 1 ? label : t('decision-editor.chosen', { label, count })];
  });
  return <span className={fields.hint}>{filled.join(' · ')}</span>;
}

type TopicsProps = {
  name: string;
  topics: readonly Choice[];
  /** What is saved, or read from the text: it may come while others are being ticked. */
  chosen: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

function Topics({ name, topics, chosen, error, onChange }: TopicsProps) {
  const t = useTranslate();
  const [ticked, setTicked] = useState<readonly string[] | null>(null);
  const [shown, setShown] = useState(chosen);
  if (ticked === null && shown !== chosen) setShown(chosen);
  const begun = severalIn(shown).filter(Boolean);
  const now = ticked ?? begun;
  const toggle = (topic: string) => {
    const next = now.includes(topic) ? now.filter((one) => one !== topic) : [...now, topic];
    setTicked(next);
    onChange(next.join('\n'));
  };
  return (
    <details className={classes.topics} open={error ? true : undefined}>
      <summary>
        {t('decision-editor.chosen', { label: t('decision-editor.topics'), count: now.length })}
      </summary>
      <CheckGroup
        key={shown}
        id={`field-${name}`}
        {...{ name, error }}
        label={t('decision-editor.topics')}
        choices={topics}
        chosen={begun}
        onChoose={toggle}
      />
    </details>
  );
}
