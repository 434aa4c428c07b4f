import type { Ref } from 'react';
import type { RowsHandle } from '~/ui/fields/rows-field';
import type { TextKey } from '~/i18n/translate';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { CheckField } from '~/ui/fields/choices';
import { type Choice, LongTextField, SelectField, TextField } from '~/ui/fields/fields';
import { CoverFocusField, type CoverPicture } from '~/features/content/covers/cover-focus-field';
import { categories } from '~/features/content/publishing/content-schemas';
import classes from './publishing.module.css';
import type { TextChoices } from './text-choices.server';
import {
  Authors,
  Corrections,
  Decisions,
  Links,
  WordRows,
} from '~/features/content/rows/text-rows';
import { findCellLabel } from '~/features/content/rows/cell-labels';
import { isItem, type PublicationKind } from '~/features/content/publishing/publication-kinds';

export type Facts = {
  name: string;
  /** What it is called, where that is not `content.field.…`. */
  label?: TextKey;
  hint?: TextKey | undefined;
  maxLength?: number;
  rows?: number;
  required?: boolean;
};

const titleFields: Record<PublicationKind, readonly Facts[]> = {
  news: [
    { name: 'title', maxLength: 160, required: true },
    { name: 'teaser', maxLength: 400, rows: 3, hint: 'content.hint.teaser' },
    { name: 'authorName', maxLength: 120 },
  ],
  article: [
    { name: 'title', maxLength: 160, required: true },
    { name: 'subtitle', maxLength: 200 },
    { name: 'teaser', maxLength: 400, rows: 3, hint: 'content.hint.teaser' },
    { name: 'abstract', maxLength: 1500, rows: 6 },
  ],
  page: [
    { name: 'title', maxLength: 160, required: true },
    { name: 'description', maxLength: 160, rows: 2, hint: 'content.hint.description' },
  ],
  'event-translation': [
    { name: 'title', maxLength: 160, required: true },
    { name: 'summary', maxLength: 300, rows: 3, hint: 'event-editor.summary-hint' },
  ],
  'board-member': [
    { name: 'title', label: 'board.name', maxLength: 120, required: true },
    { name: 'role', maxLength: 120 },
    { name: 'function', maxLength: 160 },
    { name: 'court', maxLength: 200 },
  ],
};

const slug: Facts = { name: 'slug', maxLength: 100, required: true, hint: 'content.hint.slug' };
const coverAlt: Facts = { name: 'coverAlt', maxLength: 300, hint: 'content.hint.cover-alt' };
const detailFields: Record<PublicationKind, readonly Facts[]> = {
  news: [slug],
  article: [slug],
  page: [],
  'event-translation': [coverAlt],
  'board-member': [coverAlt],
};

export type FieldValues = { values: Record<string, string>; errors: Record<string, string> };
type TextFieldsProps = FieldValues & {
  kind: PublicationKind;
  choices: TextChoices;
  /** Names of the fields without which it cannot be published. */
  needed: readonly string[];
  /** The rows of the footnotes, where a text has them. */
  footnotes?: Ref<RowsHandle>;
};

/** What the fields of a text are called, wherever that is said; a cell of rows by both: `links.url`. */
export function useFieldLabel(kind: PublicationKind): (name: string) => string {
  const textOf = useTextOf();
  const facts = [...titleFields[kind], ...detailFields[kind]];
  return (name) =>
    textOf(
      facts.find((one) => one.name === name)?.label ??
        otherLabels[`${kind} ${name}`] ??
        otherLabels[name] ??
        findCellLabel(name) ??
        `content.field.${name.split('.')[0]}`,
    );
}

const otherLabels: Record<string, TextKey> = {
  'board-member body': 'board.biography',
  country: 'content.author.country',
  publishAt: 'content.publish-at',
  expireAt: 'content.expire-at',
  reason: 'content.withdraw-reason',
};

type FieldsProps = Pick<TextFieldsProps, 'kind' | 'values' | 'errors' | 'needed'> & {
  facts: readonly Facts[];
};

function Fields({ kind, facts, values, errors, needed }: FieldsProps) {
  const t = useTranslate();
  const textOf = useTextOf();
  const labelOf = useFieldLabel(kind);
  const hintsOf = ({ name, hint, required }: Facts) => {
    const neededHint = required ? 'content.hint.to-save' : 'content.hint.to-publish';
    const isNeeded = required || needed.includes(name);
    return [hint && t(hint), isNeeded && t(neededHint)].filter(Boolean).join(' ') || undefined;
  };
  return facts.map((one) => {
    const { name, label: _label, hint: _hint, rows, ...field } = one;
    const error = errors[name];
    const parts = {
      ...field,
      name,
      id: `field-${name}`,
      label: labelOf(name),
      hint: hintsOf(one),
      error: error && textOf(error),
      defaultValue: values[name] ?? '',
    };
    return rows ? (
      <LongTextField key={name} {...parts} rows={rows} />
    ) : (
      <TextField key={name} {...parts} />
    );
  });
}

/** The fields above the text: title, teaser, authors. */
export function TitleFields({ kind, values, errors, choices, needed }: TextFieldsProps) {
  const t = useTranslate();
  const textOf = useTextOf();
  return (
    <>
      <Fields kind={kind} facts={titleFields[kind]} {...{ values, errors, needed }} />
      {kind === 'article' && (
        <Authors values={values} errors={errors} countries={choices.countries} />
      )}
      {kind === 'board-member' && (
        <SelectField
          id="field-country"
          name="country"
          label={t('content.author.country')}
          hint={t('content.hint.to-publish')}
          error={errors.country && textOf(errors.country)}
          choices={withNone(choices.countries, values.country)}
          defaultValue={values.country}
        />
      )}
    </>
  );
}

/** With nothing chosen, and with what was chosen before although it is no choice any more. */
function withNone(choices: readonly Choice[], chosen: string | undefined): Choice[] {
  const isThere = !chosen || choices.some(({ value }) => value === chosen);
  return [
    { value: '', label: '–' },
    ...choices,
    ...(isThere ? [] : [{ value: chosen, label: chosen }]),
  ];
}

/** The fields beside or below the text. */
export function DetailFields(props: TextFieldsProps & { cover: CoverPicture | null }) {
  const { kind, values, errors, needed } = props;
  const t = useTranslate();
  const textOf = useTextOf();
  if (kind === 'board-member') {
    return (
      <>
        <Fields kind={kind} facts={detailFields[kind]} {...{ values, errors, needed }} />
        <CheckField
          name="isExample"
          label={t('board.is-example')}
          defaultChecked={values.isExample === 'on'}
        />
      </>
    );
  }
  if (!isItem(kind)) {
    return (
      <>
        <Fields kind={kind} facts={detailFields[kind]} {...{ values, errors, needed }} />
        {kind === 'event-translation' && <Corrections values={values} errors={errors} />}
      </>
    );
  }
  return (
    <fieldset className={classes.group}>
      <legend>{t('content.details')}</legend>
      <SelectField
        id="field-category"
        name="category"
        label={t('content.field.category')}
        defaultValue={values.category}
        error={errors.category && textOf(errors.category)}
        choices={categories.map((value) => ({ value, label: t(`news.category.${value}`) }))}
      />
      <CheckField
        name="pinned"
        label={t('content.field.pinned')}
        defaultChecked={values.pinned === 'on'}
      />
      <Fields kind={kind} facts={detailFields[kind]} {...{ values, errors, needed }} />
      {kind === 'news' && <RelatedFields {...props} />}
      {kind === 'article' && <WordLists {...props} />}
      <Decisions values={values} errors={errors} />
      <Links values={values} errors={errors} />
      <Fields
        kind={kind}
        facts={[coverAlt, { name: 'coverCredit', maxLength: 200 }]}
        {...{ values, errors, needed }}
      />
      {props.cover && <CoverFocusField cover={props.cover} value={values.coverFocus} />}
      <Corrections values={values} errors={errors} />
    </fieldset>
  );
}

function WordLists({ values, errors, choices, footnotes }: TextFieldsProps) {
  return (
    <>
      <WordRows name="topics" kind="topic" known={choices.topics} {...{ values, errors }} />
      <WordRows name="gdprArticles" kind="provision" {...{ values, errors }} />
      <WordRows name="footnotes" kind="footnote" rows={footnotes} {...{ values, errors }} />
    </>
  );
}

/** The event and the article that a news item is about. */
function RelatedFields({ values, errors, choices }: TextFieldsProps) {
  const t = useTranslate();
  const textOf = useTextOf();
  const field = (name: 'relatedEvent' | 'relatedArticle', published: readonly Choice[]) => (
    <SelectField
      id={`field-${name}`}
      name={name}
      label={t(`content.field.${name}`)}
      error={errors[name] && textOf(errors[name])}
      choices={withNone(published, values[name])}
      defaultValue={values[name]}
    />
  );
  return (
    <>
      {field('relatedEvent', choices.events)}
      {field('relatedArticle', choices.articles)}
    </>
  );
}

/** From when a legal text holds, and whether members are asked to accept it anew. */
export function LegalFields({ slug, values, errors }: FieldValues & { slug: string }) {
  const t = useTranslate();
  const textOf = useTextOf();
  return (
    <>
      <TextField
        id="field-effectiveOn"
        name="effectiveOn"
        label={t('content.field.effectiveOn')}
        hint={t('content.hint.effective-on')}
        defaultValue={values.effectiveOn}
        error={errors.effectiveOn && textOf(errors.effectiveOn)}
      />
      {slug === 'end-user-agreement' && (
        <CheckField
          name="asksForAcceptance"
          label={t('content.asks-for-acceptance')}
          hint={t('content.hint.asks-for-acceptance')}
          defaultChecked={values.asksForAcceptance === 'on'}
        />
      )}
    </>
  );
}
