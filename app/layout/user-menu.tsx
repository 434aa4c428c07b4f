import { Form } from 'react-router';
import { useTranslate } from '~/i18n/translation-context';
import { DisclosureMenu } from '~/ui/disclosure-menu';
import { noteSignOut } from './notices';
import classes from './tools.module.css';
import { SiteLink } from '~/ui/site-link';

/** Spec section 2: who is signed in, settings and sign-out; or the way to sign in. */
export function UserMenu({ email }: { email: string | null }) {
  const t = useTranslate();
  if (!email) {
    return (
      <SiteLink to="/login" className={classes.login}>
        {t('header.login')}
      </SiteLink>
    );
  }
  return (
    <DisclosureMenu
      className={classes.menu}
      summaryClassName={classes.tool}
      label={t('header.user-menu')}
      summary={
        <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true" fill="none">
          <path
            d="M12 12a4 4 0 100-8 4 4 0 000 8zM4 20c1.5-3.5 4.5-5 8-5s6.5 1.5 8 5"
            stroke="currentColor"
            strokeWidth="1.75"
            strokeLinecap="round"
          />
        </svg>
      }
    >
      <div className={classes.panel}>
        <p className={classes.who}>
          {t('header.signed-in-as')}
          <strong>{email}</strong>
        </p>
        <SiteLink to="/settings" className={classes.entry}>
          {t('header.settings')}
        </SiteLink>
        <SiteLink to="/guide" className={classes.entry}>
          {t('guide.nav')}
        </SiteLink>
        <Form method="post" action="/sign-out" onSubmit={noteSignOut}>
          <button type="submit" className={classes.entry}>
            {t('header.sign-out')}
          </button>
        </Form>
      </div>
    </DisclosureMenu>
  );
}
