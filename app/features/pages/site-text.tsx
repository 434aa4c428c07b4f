import { useLanguage } from '~/i18n/translation-context';
import type { RichText } from '~/lib/rich-text';
import { RichTextView } from '~/ui/rich-text';
import classes from './site-text.module.css';

type SiteTextProps = { text: { body: RichText; language: string } | null; label: string };

/** A text that the association has put on a page; nothing when there is none. */
export function SiteText({ text, label }: SiteTextProps) {
  const reader = useLanguage();
  if (!text) return null;
  return (
    <section className={classes.text} aria-label={label}>
      <div lang={text.language === reader ? undefined : text.language}>
        <RichTextView text={text.body} />
      </div>
    </section>
  );
}
