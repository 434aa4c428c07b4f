import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatDate } from '~/lib/format-date';
import type { RichText } from '~/lib/rich-text';
import { Contents } from '~/ui/contents';
import reading from '~/ui/reading.module.css';
import { RichTextView } from '~/ui/rich-text';

type LegalTextProps = { title: string; effectiveOn: string | null; body: RichText };

/** A legal text with the date from which it holds. */
export function LegalText({ title, effectiveOn, body }: LegalTextProps) {
  const t = useTranslate();
  const language = useLanguage();
  return (
    <article className={reading.page}>
      <header className={reading.head}>
        <h1>{title}</h1>
        {effectiveOn && (
          <p className={reading.kind}>
            {t('legal.effective', { date: formatDate(effectiveOn, language) })}
          </p>
        )}
      </header>
      <div className={reading.columns}>
        <aside className={reading.aside}>
          <Contents text={body} title={t('page.contents')} />
        </aside>
        <div className={reading.main}>
          <RichTextView text={body} hasAnchors />
        </div>
      </div>
    </article>
  );
}
