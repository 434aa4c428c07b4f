import { actorContext } from '~/actor';
import { languageContext } from '~/i18n/language.server';
import { useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { siteMeta } from '~/site-meta';
import { authorise } from '~/permissions';
import reading from '~/ui/reading.module.css';
import type { Route } from './+types/intranet.route';

export function loader({ context }: Route.LoaderArgs) {
  authorise(context.get(actorContext), 'area.members');
  return { title: translateIn(context.get(languageContext))('intranet.title') };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/intranet', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

export default function Intranet() {
  const t = useTranslate();
  return (
    <div className={reading.page}>
      <h1>{t('intranet.title')}</h1>
      <p>{t('intranet.empty')}</p>
    </div>
  );
}
