import { useState } from 'react';
import { useSubmit } from 'react-router';
import { saveAll } from '~/features/writing/drafts/tab-drafts';
import { useTranslate } from '~/i18n/translation-context';
import { DisclosureMenu } from '~/ui/dialog/disclosure-menu';
import classes from './tools.module.css';
import { SiteLink } from '~/ui/site-link';
import { Form } from '~/ui/form';

type UserMenuProps = {
  email: string | null;
  /** Where the person's picture is, when pictures are on. */
  picture: string | null;
  /** Opens the command palette. */
  onPalette: () => void;
};

/** Spec section 2: who is signed in, settings and sign-out; or the way to sign in. */
export function UserMenu({ email, picture, onPalette }: UserMenuProps) {
  const t = useTranslate();
  const submit = useSubmit();
  /** What is being written is safe on the server first; nothing of it stays in this browser. */
  const signOut = async (form: HTMLFormElement) => {
    if ((await saveAll()) || confirm(t('header.sign-out-unsaved'))) await submit(form);
  };
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
      summary={<Portrait picture={picture} />}
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
        <button
          type="button"
          className={`${classes.entry} ${classes.scripted}`}
          onClick={onPalette}
        >
          {t('palette.title')}
        </button>
        <Form
          method="post"
          action="/sign-out"
          onSubmit={(event) => {
            event.preventDefault();
            void signOut(event.currentTarget);
          }}
        >
          <button type="submit" className={classes.entry}>
            {t('header.sign-out')}
          </button>
        </Form>
      </div>
    </DisclosureMenu>
  );
}

/** The person's picture where there is one, else a figure. */
function Portrait({ picture }: { picture: string | null }) {
  const [isMissing, setMissing] = useState(false);
  // It may have failed to load before scripts ran.
  const notice = (image: HTMLImageElement | null) => {
    if (image?.complete && image.naturalWidth === 0) setMissing(true);
  };
  if (picture && !isMissing) {
    return (
      <img
        ref={notice}
        src={picture}
        alt=""
        width="28"
        height="28"
        className={classes.portrait}
        onError={() => setMissing(true)}
      />
    );
  }
  return (
    <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true" fill="none">
      <path
        d="M12 12a4 4 0 100-8 4 4 0 000 8zM4 20c1.5-3.5 4.5-5 8-5s6.5 1.5 8 5"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
      />
    </svg>
  );
}
