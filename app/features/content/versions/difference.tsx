import type { TextKey } from '~/i18n/translate';
import { useLanguage, useTextOf, useTranslate } from '~/i18n/translation-context';
import type { DiffPart } from './text-diff';
import { saidValue } from './said-value';
import classes from '~/features/content/editor/publishing.module.css';

type DifferenceProps = {
  changes: { field: string; parts: DiffPart[] }[];
  /** What the fields are called, where that is not `content.field.…`. */
  labels?: Record<string, TextKey> | undefined;
};

/** Longer than this, what is the same is shown by its beginning and end. */
const longestSame = 400;

function shortened(text: string): string {
  return text.length <= longestSame ? text : `${text.slice(0, 180)} […] ${text.slice(-180)}`;
}

/** Shows deletions and insertions, field by field. */
export function Difference({ changes, labels = {} }: DifferenceProps) {
  const t = useTranslate();
  const textOf = useTextOf();
  const language = useLanguage();
  return changes.map(({ field, parts }) => (
    <section key={field}>
      <h3>{textOf(labels[field] ?? `content.field.${field}`)}</h3>
      <p className={classes.diff}>
        {parts.map((part, position) => {
          const key = `${position} ${part.kind}`;
          if (part.kind === 'same') return <span key={key}>{shortened(part.text)}</span>;
          const text = saidValue(field, part.text, { t, language });
          return part.kind === 'added' ? (
            <ins key={key}>
              <span className="visually-hidden">{t('content.put-in')} </span>
              {text}
            </ins>
          ) : (
            <del key={key}>
              <span className="visually-hidden">{t('content.taken-out')} </span>
              {text}
            </del>
          );
        })}
      </p>
    </section>
  ));
}
