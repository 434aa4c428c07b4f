import { useTranslate } from '~/i18n/translation-context';
import classes from '~/ui/form.module.css';
import type { NewsletterItem } from '~/db/schema/newsletters';
import { itemPath } from './newsletter-items';

/** Says which of the chosen items are over, cancelled or no longer public; nothing when there are none. */
export function LeftOut({ items: leftOut }: { items: readonly NewsletterItem[] }) {
  const t = useTranslate();
  const count = leftOut.length;
  if (count === 0) return null;
  const items = leftOut.map(itemPath).join(', ');
  return <p className={classes.summary}>{t('newsletter.left-out', { count, items })}</p>;
}
