import { ForeignNotice } from '~/features/content/reading/article-footer';
import { useLangOf } from '~/i18n/translation-context';
import type { RichText } from '~/rich-text/rich-text';
import { RichTextView } from '~/ui/rich-text/rich-text';
import classes from './site-text.module.css';

type SiteTextProps = { text: { body: RichText; language: string } | null; label: string };

/** A text that the association has put on a page; nothing when there is none. */
export function SiteText({ text, label }: SiteTextProps) {
  const langOf = useLangOf();
  if (!text) return null;
  const foreign = langOf(text.language);
  return (
    <section className={classes.text} aria-label={label}>
      <ForeignNotice language={foreign} />
      <div lang={foreign}>
        <RichTextView text={text.body} />
      </div>
    </section>
  );
}
