import { Link } from 'react-router';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatDate } from '~/lib/format/format-date';
import { siteMeta } from '~/site/site-meta';
import reading from '~/ui/reading.module.css';
import { RawHtml } from '~/ui/rich-text/raw-html';
import type { Route } from './+types/archived-newsletter.route';
import { getArchived } from './archive.server';
import { itemAddress } from '~/features/newsletters/composing/newsletter-items';

export async function loader({ params, context }: Route.LoaderArgs) {
  return getArchived(context.get(actorContext), params.id).catch(throwErrorResponse);
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { id, subject } = loaderData;
  return siteMeta(matches, { title: subject, path: `/newsletter/archive/${id}` });
}

/** A newsletter as it was sent. */
export default function ArchivedNewsletter({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { subject, html, items, finishedAt } = loaderData;
  return (
    <article className={reading.page} lang={loaderData.language}>
      <h1>{subject}</h1>
      {finishedAt && (
        <p lang={language}>{t('archive.sent-on', { date: formatDate(finishedAt, language) })}</p>
      )}
      <RawHtml html={html} />
      {items.map((item) => (
        <section key={`${item.kind} ${item.slug}`}>
          <h2>
            <Link to={itemAddress(item)}>{item.title}</Link>
          </h2>
          <p>
            <span lang={language}>{t(`newsletter.kind.${item.kind}`)}</span> · {item.when}
          </p>
          <p>{item.summary}</p>
        </section>
      ))}
      <p lang={language}>
        <Link to="/newsletter/archive">{t('archive.back')}</Link>
      </p>
    </article>
  );
}
