import { useTranslate } from '~/i18n/translation-context';
import classes from '~/ui/form.module.css';

/** Says which of the chosen items are over or no longer public; nothing when there are none. */
export function LeftOut({ addresses }: { addresses: readonly string[] }) {
  const t = useTranslate();
  const count = addresses.length;
  if (count === 0) return null;
  const items = addresses.join(', ');
  return <p className={classes.summary}>{t('newsletter.left-out', { count, items })}</p>;
}
