import type { CitationStyle } from '~/features/decisions/exports/citation-styles.server';
import { decisionAddress } from '~/features/decisions/browse/decision-query';
import { useTranslate } from '~/i18n/translation-context';
import reading from '~/ui/reading.module.css';
import classes from './decision.module.css';

export type StyledCitation = { style: CitationStyle; text: string };

type CiteItProps = { identifier: string; citations: readonly StyledCitation[] };

const formats = [
  { format: 'bibtex', label: 'BibTeX' },
  { format: 'ris', label: 'RIS' },
  { format: 'csl', label: 'CSL-JSON' },
  { format: 'ecli', label: 'ECLI XML' },
];

/** The decision's citation in the usual styles, to be copied, and for reference managers. */
export function CiteIt({ identifier, citations }: CiteItProps) {
  const t = useTranslate();
  return (
    <section className={reading.section} aria-labelledby="cite" data-no-print>
      <h2 id="cite">{t('decision.cite')}</h2>
      <dl className={classes.styles}>
        {citations.map(({ style, text }) => (
          <div key={style}>
            <dt>{t(`decision.style.${style}`)}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <ul className={classes.tags}>
        {formats.map(({ format, label }) => (
          <li key={format}>
            <a href={`/api${decisionAddress(identifier)}?format=${format}`}>{label}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}
