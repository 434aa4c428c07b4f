import { ForeignNotice } from '~/features/content/reading/article-footer';
import { useLangOf } from '~/i18n/translation-context';
import type { CheckedHtml } from '~/rich-text/rendered-text';
import { RawHtml } from '~/ui/rich-text/raw-html';
import classes from './site-text.module.css';

type SiteTextProps = { text: { html: CheckedHtml; language: string } | null; label: string };

/** A text that the association has put on a page; nothing when there is none. */
export function SiteText({ text, label }: SiteTextProps) {
  const langOf = useLangOf();
  if (!text) return null;
  const foreign = langOf(text.language);
  return (
    <section className={classes.text} aria-label={label}>
      <ForeignNotice language={foreign} />
      <div lang={foreign}>
        <RawHtml html={text.html} />
      </div>
    </section>
  );
}
