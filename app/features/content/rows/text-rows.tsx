import { type Ref, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { z } from 'zod';
import { useTranslate } from '~/i18n/translation-context';
import type { Column } from '~/ui/fields/row-cells';
import { RowsField, type RowsHandle } from '~/ui/fields/rows-field';
import type { Choice } from '~/ui/fields/fields';
import type { FieldValues } from '~/features/content/editor/text-fields';
import { cellLabels } from './cell-labels';
import { keptAuthors, keptCorrections, keptDecisions, keptLinks, keptWords } from './kept-rows';

/** The rows of a text: who wrote it, what it cites, where to read on, what was corrected. */
type Kind = 'author' | 'link' | 'decision' | 'correction' | WordKind;

/** Rows of words only. */
type WordKind = 'topic' | 'provision' | 'footnote' | 'partner';

function useRowTexts(kind: Kind) {
  const t = useTranslate();
  return {
    add: t(`content.${kind}.add`),
    empty: t(`content.${kind}.empty`),
    row: (number: number) => t(`content.${kind}.row`, { number }),
    remove: (number: number) => t(`content.${kind}.remove`, { number }),
    up: (number: number) => t(`content.${kind}.up`, { number }),
    down: (number: number) => t(`content.${kind}.down`, { number }),
  };
}

export function Authors({ values, errors, countries }: FieldValues & { countries: Choice[] }) {
  const t = useTranslate();
  return (
    <RowsField
      name="authors"
      label={t('content.field.authors')}
      hint={t('content.hint.to-publish')}
      errors={errors}
      defaultRows={keptAuthors(values.authors)}
      newRow={() => ({ name: '', function: '', country: '', example: '' })}
      texts={useRowTexts('author')}
      columns={[
        { name: 'name', label: t(cellLabels['authors.name']), kind: 'text' },
        { name: 'function', label: t(cellLabels['authors.function']), kind: 'text' },
        {
          name: 'country',
          label: t(cellLabels['authors.country']),
          kind: 'choice',
          options: countries,
        },
        { name: 'example', label: t(cellLabels['authors.example']), kind: 'tick' },
      ]}
    />
  );
}

type WordRowsProps = FieldValues & {
  name: 'topics' | 'gdprArticles' | 'footnotes' | 'partners';
  kind: WordKind;
  rows?: Ref<RowsHandle>;
  /** What others have, to choose from. */
  known?: readonly string[];
};

/** Topics, provisions, footnotes and partners: a row for each. */
export function WordRows({ name, kind, rows, known = [], values, errors }: WordRowsProps) {
  const t = useTranslate();
  const list = useId();
  return (
    <div>
      <RowsField
        ref={rows}
        name={name}
        label={t(`content.${kind}.list`)}
        hint={known.length > 0 ? t('content.hint.known') : undefined}
        errors={errors}
        defaultRows={keptWords(values[name])}
        newRow={() => ({ words: '' })}
        texts={useRowTexts(kind)}
        columns={[
          {
            name: 'words',
            label: t(cellLabels[`${name}.words`]),
            kind: kind === 'footnote' ? 'long' : 'text',
            isWide: true,
            list: known.length > 0 ? list : undefined,
          },
        ]}
      />
      <datalist id={list}>
        {known.map((words) => (
          <option key={words} value={words}>
            {words}
          </option>
        ))}
      </datalist>
    </div>
  );
}

export function Links({ values, errors }: FieldValues) {
  const t = useTranslate();
  return (
    <RowsField
      name="links"
      label={t('content.field.links')}
      errors={errors}
      defaultRows={keptLinks(values.links)}
      newRow={() => ({ label: '', url: '' })}
      texts={useRowTexts('link')}
      columns={[
        { name: 'label', label: t(cellLabels['links.label']), kind: 'text' },
        { name: 'url', label: t(cellLabels['links.url']), kind: 'text' },
      ]}
    />
  );
}

export function Corrections({ values, errors }: FieldValues) {
  const t = useTranslate();
  return (
    <RowsField
      name="corrections"
      label={t('content.field.corrections')}
      hint={t('content.hint.corrections')}
      errors={errors}
      defaultRows={keptCorrections(values.corrections)}
      newRow={() => ({ date: new Date().toISOString().slice(0, 10), text: '' })}
      texts={useRowTexts('correction')}
      columns={[
        { name: 'date', label: t(cellLabels['corrections.date']), kind: 'day' },
        { name: 'text', label: t(cellLabels['corrections.text']), kind: 'text', isWide: true },
      ]}
    />
  );
}

/** What is cited, chosen by ECLI, case number or name; the site proposes what it has. */
export function Decisions({ values, errors }: FieldValues) {
  const t = useTranslate();
  const list = useId();
  const { proposals, onInput } = useProposals();
  const rare = (name: RareName, kind: 'text' | 'day' = 'text'): Column => ({
    name,
    label: t(cellLabels[`decisions.${name}`]),
    kind,
    isRare: true,
  });
  return (
    <div onInput={onInput}>
      <RowsField
        name="decisions"
        label={t('content.field.decisions')}
        hint={t('content.hint.decisions')}
        errors={errors}
        defaultRows={keptDecisions(values.decisions)}
        newRow={() => ({ decision: '' })}
        headingOf={({ name, caseNumber, court }) =>
          [name, caseNumber, court].filter(Boolean).join(', ') || null
        }
        texts={{ ...useRowTexts('decision'), rare: t('content.decision.not-here') }}
        columns={[
          {
            name: 'decision',
            label: t(cellLabels['decisions.decision']),
            kind: 'text',
            isWide: true,
            list,
          },
          rare('court'),
          rare('dateDecided', 'day'),
          rare('caseNumber'),
          rare('name'),
          rare('sourceUrl'),
        ]}
      />
      <datalist id={list}>
        {proposals.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </datalist>
    </div>
  );
}

/** What is asked of a decision only where the site does not have it. */
type RareName = 'court' | 'dateDecided' | 'caseNumber' | 'name' | 'sourceUrl';

const found = z.object({
  decisions: z.array(
    z.object({
      ecli: z.string().nullable(),
      names: z.array(z.string()),
      caseNumbers: z.array(z.string()),
      court: z.object({ abbreviation: z.string() }),
      decidedOn: z.string(),
      visibility: z.string(),
    }),
  ),
});

/** In milliseconds, after the last letter. */
const pause = 250;

/** Decisions of the site that fit what is being typed. */
function useProposals() {
  const [proposals, setProposals] = useState<Choice[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const look = async (text: string) => {
    const query = new URLSearchParams({ q: text, per_page: '8' });
    const answer = await fetch(`/api/decisions?${query}`).catch(() => undefined);
    const list = answer?.ok ? found.safeParse(await answer.json()) : undefined;
    if (!list?.success) return;
    setProposals(
      list.data.decisions.flatMap(({ ecli, names, caseNumbers, court, decidedOn, visibility }) =>
        ecli && visibility === 'public'
          ? [
              {
                value: ecli,
                label: [names[0], caseNumbers[0], court.abbreviation, decidedOn.slice(0, 4)]
                  .filter(Boolean)
                  .join(', '),
              },
            ]
          : [],
      ),
    );
  };
  const onInput = ({ target }: SyntheticEvent) => {
    if (!(target instanceof HTMLInputElement) || !target.name.endsWith('.decision')) return;
    clearTimeout(timer.current);
    const text = target.value.trim();
    if (text.length >= 3) timer.current = setTimeout(() => void look(text), pause);
  };
  return { proposals, onInput };
}
