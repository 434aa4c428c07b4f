import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatDate } from '~/lib/format/format-date';
import classes from '~/ui/form.module.css';

type RecordSectionProps = { id: string; title: string; children: ReactNode };

/** A part of a person's record; parts of other features are added to the page in the same way. */
export function RecordSection({ id, title, children }: RecordSectionProps) {
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

type Entry = { id: string; to: string; title: string; at: Date; remark?: string };

type EntriesProps = {
  entries: readonly Entry[];
  /** How many there are in all; said when more than are shown. */
  total: number;
  /** The text for an empty list. */
  none: string;
};

/** Links to what a person has left in one part of the site, the newest first. */
export function RecordEntries({ entries, total, none }: EntriesProps) {
  const t = useTranslate();
  const language = useLanguage();
  if (entries.length === 0) return <p>{none}</p>;
  return (
    <>
      <ul className={classes.entries}>
        {entries.map(({ id, to, title, at, remark }) => (
          <li key={id}>
            <Link to={to}>{title}</Link>
            <span>
              {remark && `${remark} · `}
              {formatDate(at, language)}
            </span>
          </li>
        ))}
      </ul>
      {total > entries.length && <p>{t('user.newest-of', { shown: entries.length, total })}</p>}
    </>
  );
}
