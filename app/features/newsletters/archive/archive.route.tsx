import { Link } from 'react-router';
import { actorContext } from '~/policy/actor';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { formatDate } from '~/lib/format/format-date';
import { siteMeta } from '~/site/site-meta';
import classes from '~/ui/form.module.css';
import type { Route } from './+types/archive.route';
import { listArchive } from './archive.server';
import { EmptyState } from '~/ui/empty-state';

export async function loader({ context }: Route.LoaderArgs) {
  const t = translateIn(context.get(languageContext));
  return {
    newsletters: await listArchive(context.get(actorContext)),
    title: t('archive.title'),
    description: t('archive.description'),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { title, description } = loaderData;
  return siteMeta(matches, { title, description, path: '/newsletter/archive' });
}

/** The newsletters that have been sent, for everybody. */
export default function Archive({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  const language = useLanguage();
  return (
    <div className={classes.page}>
      <h1>{t('archive.title')}</h1>
      {loaderData.newsletters.length === 0 && <EmptyState>{t('archive.none')}</EmptyState>}
      <ul>
        {loaderData.newsletters.map((one) => (
          <li key={one.id}>
            <Link to={`/newsletter/archive/${one.id}`} lang={one.language}>
              {one.subject}
            </Link>
            {one.finishedAt && <> · {formatDate(one.finishedAt, language)}</>}
          </li>
        ))}
      </ul>
      <p>
        <Link to="/newsletter">{t('subscribe.title')}</Link>
      </p>
    </div>
  );
}
