import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatDate } from '~/lib/format/format-date';
import reading from '~/ui/reading.module.css';

type CorrectionsProps = {
  corrections: { date: string; text: string }[];
  /** Of the text, when it is not the reader's. */
  lang?: string | undefined;
};

/** What was put right after publication, for everybody to see. */
export function Corrections({ corrections, lang }: CorrectionsProps) {
  const t = useTranslate();
  const language = useLanguage();
  if (corrections.length === 0) return null;
  return (
    <section className={reading.section} aria-labelledby="corrections">
      <h2 id="corrections">{t('news.corrections')}</h2>
      <ul className={reading.plain}>
        {corrections.map((correction) => (
          <li key={`${correction.date} ${correction.text}`}>
            <strong>{t('word.label', { label: formatDate(correction.date, language) })}</strong>{' '}
            <span lang={lang}>{correction.text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
