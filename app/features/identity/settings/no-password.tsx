import { Link } from 'react-router';
import { useTranslate } from '~/i18n/translation-context';
import classes from '~/ui/form.module.css';

/** Replaces a form that asks for the password, for accounts that have none here. */
export function NoPassword() {
  const t = useTranslate();
  return (
    <section className={`${classes.form} ${classes.panel}`} aria-labelledby="no-password">
      <h2 id="no-password">{t('no-password.title')}</h2>
      <p>{t('no-password.text')}</p>
      <p>
        <Link to="/forgot-password">{t('no-password.ask')}</Link>
      </p>
    </section>
  );
}
