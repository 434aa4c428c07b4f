import { useState } from 'react';
import { Link } from 'react-router';
import { AppCheck } from '~/features/identity/bot-protection/app-check';
import { useTranslate } from '~/i18n/translation-context';
import { Button } from '~/ui/button';
import { CheckField } from '~/ui/fields/choices';
import { TextField } from '~/ui/fields/fields';
import classes from './newsletter-box.module.css';

/**
 * Asks for the newsletter on any public page, in the browser's own form. What is missing or wrong
 * is said at /newsletter, where the answer is shown.
 */
export function NewsletterBox() {
  const t = useTranslate();
  // The browser need not work for a token before someone begins to write.
  const [isUsed, setUsed] = useState(false);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hears that one of its fields is entered
    <form method="post" action="/newsletter" className={classes.box} onFocus={() => setUsed(true)}>
      <p>{t('subscribe.intro')}</p>
      <TextField
        name="email"
        type="email"
        label={t('field.email')}
        autoComplete="email"
        maxLength={254}
        required
      />
      <CheckField
        name="agreed"
        label={t('subscribe.agree')}
        hint={t('subscribe.agree-hint')}
        required
      />
      <input type="hidden" name="list" value="newsletter" />
      {isUsed && <AppCheck />}
      <p className={classes.more}>
        <Button variant="primary">{t('subscribe.submit')}</Button>
        <Link to="/privacy-policy">{t('footer.privacy-policy')}</Link>
        <Link to="/newsletter/archive">{t('archive.title')}</Link>
      </p>
    </form>
  );
}
