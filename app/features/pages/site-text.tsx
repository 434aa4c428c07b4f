import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { languageName } from '~/lib/language-name';
import type { RichText } from '~/lib/rich-text';
import { RichTextView } from '~/ui/rich-text';
import reading from '~/ui/reading.module.css';
import classes from './site-text.module.css';

type SiteTextProps = { text: { body: RichText; language: string } | null; label: string };

/** A text that the association has put on a page; nothing when there is none. */
export function SiteText({ text, label }: SiteTextProps) {
  const reader = useLanguage();
  const t = useTranslate();
  if (!text) return null;
  const isForeign = text.language !== reader;
  return (
    <section className={classes.text} aria-label={label}>
      {isForeign && (
        <p className={reading.small}>
          {t('publication.fallback', { language: languageName(text.language) })}
        </p>
      )}
      <div lang={isForeign ? text.language : undefined}>
        <RichTextView text={text.body} />
      </div>
    </section>
  );
}
