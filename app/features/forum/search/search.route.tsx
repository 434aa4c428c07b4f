import { Link } from 'react-router';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { formatDate } from '~/lib/format/format-date';
import { isolated } from '~/features/forum/following/isolated';
import { siteMeta } from '~/site/site-meta';
import reading from '~/ui/reading.module.css';
import type { Route } from './+types/search.route';
import { AuthorName } from '~/features/forum/comments/author-name';
import { searchForum } from './search.server';
import classes from '~/features/forum/forum.module.css';
import { SearchBox } from './search-box';
import { TopicTitle } from '~/features/forum/topics/topic-title';

export async function loader({ request, context }: Route.LoaderArgs) {
  const search = new URL(request.url).searchParams;
  const text = search.get('q') ?? '';
  const page = Number(search.get('page') ?? 1);
  const actor = context.get(actorContext);
  const found = await searchForum(actor, text, page).catch(throwErrorResponse);
  return { ...found, title: translateIn(context.get(languageContext))('forum.search-title') };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/forum/search', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

export default function ForumSearch({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { results, text, page, hasMore } = loaderData;
  const address = (number: number) => `/forum/search?q=${encodeURIComponent(text)}&page=${number}`;
  return (
    <div className={reading.page}>
      <header className={reading.head}>
        <p className={reading.kind}>
          <Link to="/forum">{t('forum.title')}</Link>
        </p>
        <h1>{loaderData.title}</h1>
      </header>
      <SearchBox key={text} text={text} />
      {text && results.length === 0 && (
        <p role="status">{t('forum.search-nothing', { text: isolated(text) })}</p>
      )}
      <ul className={classes.list}>
        {results.map((result) => (
          <li key={result.id} className={classes.entry}>
            <div>
              <Link to={result.address} className={classes.title}>
                <TopicTitle title={result.title} />
              </Link>
              <p className={classes.facts}>
                <span>
                  <AuthorName author={result.author} />
                </span>
                <span>
                  <bdi>{result.category}</bdi>
                </span>
                <span>{formatDate(result.createdAt, language)}</span>
              </p>
              <p>
                {result.extract.map((part, position) =>
                  part.isFound ? <mark key={position}>{part.text}</mark> : part.text,
                )}
              </p>
            </div>
          </li>
        ))}
      </ul>
      <p className={classes.tools}>
        {page > 1 && <Link to={address(page - 1)}>{t('forum.previous-page')}</Link>}
        {hasMore && <Link to={address(page + 1)}>{t('forum.next-page')}</Link>}
      </p>
    </div>
  );
}
