import { useEffect } from 'react';
import { Link } from 'react-router';
import { languageContext } from '~/i18n/language.server';
import { useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { siteMeta } from '~/site/site-meta';
import classes from '~/ui/form.module.css';
import type { Route } from './+types/application-sent.route';
import { forgetDraft } from './application-draft';

export function loader({ context }: Route.LoaderArgs) {
  return { title: translateIn(context.get(languageContext))('application.sent-title') };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/membership', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

/** The same for everybody, whether the address was known or not. */
export default function ApplicationSent() {
  const t = useTranslate();
  useEffect(() => forgetDraft(), []);
  return (
    <div className={classes.page}>
      <h1>{t('application.sent-title')}</h1>
      <p>{t('application.sent-text')}</p>
      <p>{t('application.sent-nothing')}</p>
      <p>
        <Link to="/">{t('not-found.home')}</Link>
      </p>
    </div>
  );
}
