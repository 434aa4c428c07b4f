import { actorContext } from '~/policy/actor';
import { languageContext } from '~/i18n/language.server';
import { useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { siteMeta } from '~/site/site-meta';
import classes from '~/ui/form.module.css';
import type { Route } from './+types/processing-register.route';
import { getProcessingRegister } from './data-rights.server';
import { RetentionList } from '~/features/compliance/retention/retention-list';

export function loader({ context }: Route.LoaderArgs) {
  return {
    ...getProcessingRegister(context.get(actorContext)),
    title: translateIn(context.get(languageContext))('register.title'),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/administration/processing', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

/** The register of processing (GDPR article 30), as the code executes it. */
export default function ProcessingRegister({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  const { tables, otherStores } = loaderData;
  return (
    <div className={classes.wide}>
      <h1>{t('register.title')}</h1>
      <p>{t('register.intro')}</p>
      <RetentionList rows={[...tables, ...otherStores]} />
    </div>
  );
}
