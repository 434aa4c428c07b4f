import { Link } from 'react-router';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatDate } from '~/lib/format/format-date';
import classes from './search.module.css';
import type { SearchResult } from '~/features/search/results/results.server';

/** What was found, with its kind in the reader's language. */
type FoundHit = Omit<SearchResult, 'label'> & { label: string };

/** What was found, each with its kind and the place in its text. */
export function SearchHits({ results }: { results: readonly FoundHit[] }) {
  return (
    <ol className={classes.hits}>
      {results.map((result) => (
        <li key={`${result.label} ${result.key}`}>
          <Hit result={result} />
        </li>
      ))}
    </ol>
  );
}

function Hit({ result }: { result: FoundHit }) {
  const t = useTranslate();
  const siteLanguage = useLanguage();
  const { address, title, label, facts, date, page, snippet, texts = [], comments } = result;
  const language =
    result.language && result.language !== siteLanguage ? result.language : undefined;
  const line = [label, ...facts, date && formatDate(date, siteLanguage)].filter(Boolean);
  return (
    <>
      <h2>
        <Link to={address} lang={language}>
          {title ?? t('forum.title-not-shown')}
        </Link>
      </h2>
      <p className={classes.facts}>{line.join(' · ')}</p>
      {snippet.length > 0 && (
        <p>
          {page !== null && (
            <span className={classes.place}>
              {t('word.label', { label: t('preview.page', { number: page }) })}{' '}
            </span>
          )}
          <span lang={language}>
            {snippet.map((part, position) =>
              part.isMarked ? <mark key={position}>{part.text}</mark> : part.text,
            )}
          </span>
        </p>
      )}
      {texts.length > 0 && (
        <ul className={classes.texts} aria-label={t('search.texts')}>
          {texts.map((text) => (
            <li key={text.address}>
              <Link to={text.address}>{text.title}</Link>
              {text.page !== null && `, ${t('preview.page', { number: text.page })}`}
            </li>
          ))}
        </ul>
      )}
      {comments && comments.shown.length > 0 && <Comments comments={comments} />}
    </>
  );
}

/** Further places in the same topic. */
function Comments({ comments }: Required<Pick<SearchResult, 'comments'>>) {
  const t = useTranslate();
  const language = useLanguage();
  return (
    <ul className={classes.texts} aria-label={t('search.comments')}>
      {comments.shown.map(({ author, date, address }) => (
        <li key={address}>
          <Link to={address}>
            {[author, formatDate(date, language)].filter(Boolean).join(', ')}
          </Link>
        </li>
      ))}
      {comments.others > 0 && <li>{t('search.more-comments', { count: comments.others })}</li>}
    </ul>
  );
}
