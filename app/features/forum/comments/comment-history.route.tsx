import { Link } from 'react-router';
import { versionField } from '~/lib/forms/version-field';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { formatInstant, siteZone } from '~/lib/format/format-date';
import { siteMeta } from '~/site/site-meta';
import reading from '~/ui/reading.module.css';
import { LogPages } from '~/ui/data-table/log-pages';
import { RichTextView } from '~/ui/rich-text/rich-text';
import type { Route } from './+types/comment-history.route';
import { listVersions } from './comments.server';
import { TopicTitle } from '~/features/forum/topics/topic-title';
import { TopicWords } from '~/features/forum/composing/topic-words';

const beforeSchema = versionField.optional().catch(undefined);

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const given = new URL(request.url).searchParams.get('before') ?? undefined;
  const before = beforeSchema.parse(given);
  const history = await listVersions(context.get(actorContext), params.id, before).catch(
    throwErrorResponse,
  );
  return {
    ...history,
    isNewest: before === undefined,
    title: translateIn(context.get(languageContext))('forum.history'),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/forum', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

export default function CommentHistory({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  const language = useLanguage();
  return (
    <div className={reading.page}>
      <header className={reading.head}>
        <p className={reading.kind}>
          <Link to={loaderData.address}>
            <TopicTitle title={loaderData.topic.title} />, #{loaderData.position}
          </Link>
        </p>
        <h1>{loaderData.title}</h1>
      </header>
      {loaderData.isNewest && (
        <section className={reading.section}>
          <h2>{t('forum.history-now')}</h2>
          <TopicWords words={loaderData.topicWords} />
          <RichTextView text={loaderData.now} />
        </section>
      )}
      {loaderData.earlier.map((version) => (
        <section key={version.version} className={reading.section}>
          <h2>
            {t('forum.history-until', { time: formatInstant(version.at, language, siteZone) })}
          </h2>
          <TopicWords words={version.topicWords} />
          <RichTextView text={version.body} />
        </section>
      ))}
      <LogPages older={loaderData.older === null ? null : String(loaderData.older)} />
    </div>
  );
}
