import { Link } from 'react-router';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatDate } from '~/lib/format/format-date';
import classes from './consent.module.css';

type ReceiptLineProps = { receipt: string; givenAt: Date; onFollow?: () => void };

/** Tells the visitor when the present choice was made and where its receipt is. */
export function ReceiptLine({ receipt, givenAt, onFollow }: ReceiptLineProps) {
  const t = useTranslate();
  const date = formatDate(givenAt, useLanguage());
  return (
    <p className={classes.small}>
      {t('consent.present', { date })}{' '}
      <Link to={`/consent/receipt/${receipt}`} onClick={onFollow}>
        {t('consent.receipt')}
      </Link>
    </p>
  );
}
