import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { languagesInSentence } from '~/lib/format/display-names';
import { RichTextView } from '~/ui/rich-text/rich-text';
import type { OriginalText as Original } from './original-text.server';
import classes from './original-text.module.css';

type OriginalTextProps = {
  original: Original;
  /** What the fields are called in the form beside it. */
  labelOf: (name: string) => string;
};

/** What is being translated, to be read while writing: beside the form, or folded above it. */
export function OriginalText({ original, labelOf }: OriginalTextProps) {
  const { language, fields, body } = original;
  const t = useTranslate();
  const name = languagesInSentence([language], useLanguage());
  const title = t('content.original-text', { language: name });
  return (
    <details className={classes.original}>
      <summary>{title}</summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by itself, also by keyboard (WCAG 2.2, 2.1.1) */}
      <section className={classes.words} aria-label={title} tabIndex={0}>
        <p className={classes.heading} aria-hidden>
          {title}
        </p>
        <dl>
          {fields.map(({ name, text }) => (
            <div key={name}>
              <dt>{labelOf(name)}</dt>
              <dd lang={language}>{text}</dd>
            </div>
          ))}
          <div>
            <dt>{labelOf('body')}</dt>
            <dd lang={language}>
              <RichTextView text={body} />
            </dd>
          </div>
        </dl>
      </section>
    </details>
  );
}
