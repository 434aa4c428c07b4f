import { provisionTitle } from '~/features/citations/provisions';
import { courtForReader } from '~/features/decisions/records/decision-names';
import { Sentence } from '~/features/decisions/relations/sentence';
import { useLangOf, useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatDate } from '~/lib/format/format-date';
import { SiteLink } from '~/ui/site-link';
import type { CitedInDocument as Cited } from './cited-in-document.server';
import classes from './cited-in-document.module.css';

/** How many decisions are shown before the reader asks for the others. */
const mostShown = 5;

/** The decisions and provisions that a document cites, with links to their pages. */
export function CitedInDocument({ decisions, articles }: Cited) {
  const t = useTranslate();
  const rest = decisions.slice(mostShown);
  return (
    <>
      {decisions.length > 0 && (
        <section aria-labelledby="cited-decisions">
          <h2 id="cited-decisions">
            {t('decision.cited-in-document', { count: decisions.length })}
          </h2>
          <DecisionList decisions={decisions.slice(0, mostShown)} />
          {rest.length > 0 && (
            <details className={classes.rest}>
              <summary>{t('decision.more', { count: rest.length })}</summary>
              <DecisionList decisions={rest} />
            </details>
          )}
        </section>
      )}
      {articles.length > 0 && <ArticleList articles={articles} />}
    </>
  );
}

function DecisionList({ decisions }: Pick<Cited, 'decisions'>) {
  const language = useLanguage();
  const langOf = useLangOf();
  return (
    <ul className={classes.list}>
      {decisions.map(({ address, name, court, decidedOn, summaries, sentence }) => {
        const named = courtForReader(court, language);
        const summary = summaries.find((one) => one.language === language) ?? summaries[0];
        return (
          <li key={address}>
            <SiteLink to={address}>{name}</SiteLink>
            <p className={classes.facts}>
              <span lang={langOf(named.language)}>{named.name}</span>,{' '}
              {formatDate(decidedOn, language)}
            </p>
            {summary && <p lang={langOf(summary.language)}>{summary.text}</p>}
            <Sentence sentence={sentence} />
          </li>
        );
      })}
    </ul>
  );
}

function ArticleList({ articles }: Pick<Cited, 'articles'>) {
  const t = useTranslate();
  const language = useLanguage();
  return (
    <section aria-labelledby="cited-provisions">
      <h2 id="cited-provisions">{t('decision.provisions-in-document')}</h2>
      <ul className={classes.articles}>
        {articles.map((article) => (
          <li key={article}>
            <SiteLink to={`/provisions/${article}`}>{provisionTitle(article, language)}</SiteLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
