import type { TextKey } from '~/i18n/translate';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { CheckField } from '~/ui/fields/choices';
import { LongTextField, SelectField, TextField } from '~/ui/fields/fields';
import { categories } from '~/features/content/publishing/content-schemas';
import classes from './publishing.module.css';
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
    { name: 'authors', rows: 3, hint: 'content.hint.authors' },
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
    { name: 'country', maxLength: 2, hint: 'board.country-hint' },
  ],
};

const slug: Facts = { name: 'slug', maxLength: 100, required: true, hint: 'content.hint.slug' };
const shownBeside: readonly Facts[] = [
  { name: 'links', rows: 3, hint: 'content.hint.links' },
  { name: 'decisions', rows: 4, hint: 'content.hint.decisions' },
];
const corrections: Facts = { name: 'corrections', rows: 3, hint: 'content.hint.corrections' };
const coverAlt: Facts = { name: 'coverAlt', maxLength: 300, hint: 'content.hint.cover-alt' };
const detailFields: Record<PublicationKind, readonly Facts[]> = {
  news: [
    slug,
    ...shownBeside,
    { name: 'relatedEvent', maxLength: 100, hint: 'content.hint.related' },
    { name: 'relatedArticle', maxLength: 100, hint: 'content.hint.related' },
    corrections,
  ],
  article: [
    slug,
    { name: 'topics', rows: 3, hint: 'content.hint.lines' },
    { name: 'gdprArticles', rows: 3, hint: 'content.hint.lines' },
    { name: 'footnotes', rows: 5, hint: 'content.hint.lines' },
    ...shownBeside,
    corrections,
  ],
  page: [],
  'event-translation': [coverAlt, corrections],
  'board-member': [coverAlt],
};

export type FieldValues = { values: Record<string, string>; errors: Record<string, string> };
type TextFieldsProps = FieldValues & { kind: PublicationKind };

function Fields({ facts, values, errors }: FieldValues & { facts: readonly Facts[] }) {
  const t = useTranslate();
  const textOf = useTextOf();
  return facts.map(({ name, label, hint, rows, ...field }) => {
    const error = errors[name];
    const parts = {
      ...field,
      name,
      label: textOf(label ?? `content.field.${name}`),
      hint: hint && t(hint),
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
export function TitleFields({ kind, values, errors }: TextFieldsProps) {
  return <Fields facts={titleFields[kind]} values={values} errors={errors} />;
}

/** The fields beside or below the text. */
export function DetailFields({ kind, values, errors }: TextFieldsProps) {
  const t = useTranslate();
  const textOf = useTextOf();
  if (kind === 'board-member') {
    return (
      <>
        <Fields facts={detailFields[kind]} values={values} errors={errors} />
        <CheckField
          name="isExample"
          label={t('board.is-example')}
          defaultChecked={values.isExample === 'on'}
        />
      </>
    );
  }
  if (!isItem(kind)) {
    return <Fields facts={detailFields[kind]} values={values} errors={errors} />;
  }
  return (
    <fieldset className={classes.group}>
      <legend>{t('content.details')}</legend>
      <SelectField
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
      <Fields facts={detailFields[kind]} values={values} errors={errors} />
      <Fields
        facts={[coverAlt, { name: 'coverCredit', maxLength: 200 }]}
        values={values}
        errors={errors}
      />
    </fieldset>
  );
}
