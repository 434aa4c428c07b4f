import { Link } from 'react-router';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatDate } from '~/lib/format-date';
import { judgmentOf } from '~/lib/resource-metadata';
import classes from './search.module.css';
import type { SearchResult } from './search.server';

type SearchHitsProps = { results: readonly SearchResult[]; query: string };

/** What was found, each with the place in its text. */
export function SearchHits({ results, query }: SearchHitsProps) {
  return (
    <ol className={classes.hits}>
      {results.map((result) => (
        <li key={result.id}>
          <Hit result={result} query={query} />
        </li>
      ))}
    </ol>
  );
}

function addressOf(result: SearchResult, query: string): string {
  if (result.folder) {
    const base = result.collection === 'adminIntranet' ? '/administration/intranet' : '/intranet';
    return `${base}/${result.id}`;
  }
  const base = `/intranet/documents/${result.id}`;
  if (!result.hasPageNumbers || result.page === null) return base;
  return `${base}?${new URLSearchParams({ page: String(result.page), q: query }).toString()}`;
}

function Hit({ result, query }: { result: SearchResult; query: string }) {
  const t = useTranslate();
  const language = useLanguage();
  const judgment = judgmentOf(result.metadata);
  const facts = [
    t(`document.kind.${result.metadata.kind}`),
    judgment?.court,
    judgment?.caseNumber,
    judgment?.decidedOn && formatDate(judgment.decidedOn, language),
    judgment?.ecli,
  ].filter(Boolean);
  return (
    <>
      <h2>
        <Link to={addressOf(result, query)}>{result.title}</Link>
      </h2>
      <p className={classes.facts}>{facts.join(', ')}</p>
      {result.snippet.length > 0 && (
        <p>
          {result.hasPageNumbers && result.page !== null && (
            <span className={classes.place}>{t('preview.page', { number: result.page })}: </span>
          )}
          {result.snippet.map((part, position) =>
            part.isMarked ? (
              <mark key={position}>{part.text}</mark>
            ) : (
              <span key={position}>{part.text}</span>
            ),
          )}
        </p>
      )}
    </>
  );
}
