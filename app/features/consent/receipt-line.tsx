import { Link } from 'react-router';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatDate } from '~/lib/format-date';
import classes from './consent.module.css';

/** Tells the visitor when the present choice was made and where its receipt is. */
export function ReceiptLine({ receipt, givenAt }: { receipt: string; givenAt: Date }) {
  const t = useTranslate();
  const date = formatDate(givenAt, useLanguage());
  return (
    <p className={classes.small}>
      {t('consent.present', { date })}{' '}
      <Link to={`/consent/receipt/${receipt}`}>{t('consent.receipt')}</Link>
    </p>
  );
}
