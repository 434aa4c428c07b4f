import type { MouseEvent, ReactNode } from 'react';
import { useTranslate } from '~/i18n/translation-context';
import reading from '~/ui/reading.module.css';
import classes from './section-index.module.css';

export type SectionEntry = {
  /** Of its heading. */
  id: string;
  label: string;
  /** How many of its fields were refused. */
  errors?: number;
};

type SectionIndexProps = {
  sections: readonly SectionEntry[];
  /** In which the headings are written, where it is not the page’s (WCAG 2.2, 3.1.2). */
  lang?: string | undefined;
};

/** The sections of a long page, with links that take the focus to their headings. */
export function SectionIndex({ sections, lang }: SectionIndexProps) {
  const t = useTranslate();
  if (sections.length < 3) return null;
  return (
    <nav className={reading.section} aria-labelledby="contents">
      <h2 id="contents">{t('section-index.title')}</h2>
      <ul className={reading.plain}>
        {sections.map(({ id, label, errors = 0 }) => (
          <li key={id}>
            <a href={`#${id}`} lang={lang} onClick={makeFocusable}>
              {label}
            </a>
            {errors > 0 && (
              <>
                {' '}
                <strong className={classes.errors}>
                  {t('section-index.errors', { count: errors })}
                </strong>
              </>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The index of the sections of rich text; see `hasAnchors` there. */
export function headingSections(headings: readonly string[]): SectionEntry[] {
  return headings.map((label, position) => ({ id: `section-${position + 1}`, label }));
}

/**
 * Where a fragment leads takes the focus if it can (HTML Standard, scroll to the fragment); other
 * targets are only where the next Tab goes on from.
 */
function makeFocusable({ currentTarget }: MouseEvent<HTMLAnchorElement>) {
  const heading = document.getElementById(currentTarget.hash.slice(1));
  if (heading && !heading.hasAttribute('tabindex')) heading.setAttribute('tabindex', '-1');
}

type WithSectionIndexProps = { sections: readonly SectionEntry[]; children: ReactNode };

/** A long form with its index: beside it and always in sight where there is room, else above it. */
export function WithSectionIndex({ sections, children }: WithSectionIndexProps) {
  return (
    <div className={classes.frame}>
      <div className={classes.index}>
        <SectionIndex sections={sections} />
      </div>
      <div className={classes.main}>{children}</div>
    </div>
  );
}
