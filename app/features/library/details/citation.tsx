import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatDate } from '~/lib/format/format-date';
import { citationOf, type Judgment } from '~/features/library/resources/resource-metadata';
import { useToast } from '~/ui/dialog/toasts';
import classes from '~/features/library/preview/preview.module.css';

/** How the judgment is cited, to be copied with one press. */
export function Citation({ judgment, title }: { judgment: Judgment; title: string }) {
  const t = useTranslate();
  const language = useLanguage();
  const toast = useToast();
  const text = citationOf(judgment, title, (date) => formatDate(date, language));
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => toast({ kind: 'success', text: t('document.copied') }),
      () => toast({ kind: 'error', text: t('document.not-copied') }),
    );
  };
  return (
    <>
      <blockquote>{text}</blockquote>
      <button type="button" className={classes.button} onClick={copy}>
        {t('document.copy-citation')}
      </button>
    </>
  );
}
