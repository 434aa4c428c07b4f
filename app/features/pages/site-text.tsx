import type { RichText } from '~/lib/rich-text';
import { RichTextView } from '~/ui/rich-text';
import classes from './site-text.module.css';

/** A text that the association has put on a page; nothing when there is none. */
export function SiteText({ text, label }: { text: RichText | null; label: string }) {
  if (!text) return null;
  return (
    <section className={classes.text} aria-label={label}>
      <RichTextView text={text} />
    </section>
  );
}
