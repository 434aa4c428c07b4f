import { actorContext } from '~/actor';
import { languageContext } from '~/i18n/language.server';
import { useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { siteMeta } from '~/site-meta';
import { authorise } from '~/permissions';
import reading from '~/ui/reading.module.css';
import type { Route } from './+types/forum.route';

export function loader({ context }: Route.LoaderArgs) {
  authorise(context.get(actorContext), 'area.members');
  return { title: translateIn(context.get(languageContext))('forum.title') };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/forum', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

export default function Forum() {
  const t = useTranslate();
  return (
    <div className={reading.page}>
      <h1>{t('forum.title')}</h1>
      <p>{t('forum.empty')}</p>
    </div>
  );
}
