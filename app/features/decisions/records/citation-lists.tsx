import { decisionAddress } from '~/features/decisions/browse/decision-query';
import type { Sentences } from '~/features/decisions/relations/sentences.server';
import { Sentence } from '~/features/decisions/relations/sentence';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatDate } from '~/lib/format/format-date';
import reading from '~/ui/reading.module.css';
import { SiteLink } from '~/ui/site-link';
import { abbreviationOfCourt, nameOfDecision } from './decision-names';
import classes from './decision.module.css';
import type { BriefDecision, DecisionPage } from './records.server';

type CitedProps = Pick<DecisionPage, 'cites'> & { sentences: Sentences };

/** What a decision cites: first what can be opened here, then what is not here yet. */
export function Cited({ cites, sentences }: CitedProps) {
  const t = useTranslate();
  if (cites.length === 0) return null;
  const here = cites.filter(({ decision }) => decision !== null);
  const elsewhere = cites.filter(({ decision }) => decision === null);
  return (
    <section className={reading.section} aria-labelledby="cites">
      <h2 id="cites">{t('decision.cites', { count: cites.length })}</h2>
      <ul className={classes.citations}>
        {here.map(({ identifier, decision, paragraphs }) => (
          <li key={identifier}>
            {decision && <Brief decision={decision} />}
            <Paragraphs paragraphs={paragraphs} />
            <Sentence sentence={sentences[identifier]} />
          </li>
        ))}
      </ul>
      {elsewhere.length > 0 && (
        <details className={classes.elsewhere} open={here.length === 0}>
          <summary>{t('decision.not-here', { count: elsewhere.length })}</summary>
          <ul className={classes.citations}>
            {elsewhere.map(({ identifier, paragraphs }) => (
              <li key={identifier}>
                {identifier}
                <Paragraphs paragraphs={paragraphs} />
                <Sentence sentence={sentences[identifier]} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

/** A decision in a line of another's page. */
export function Brief({ decision }: { decision: BriefDecision }) {
  return (
    <>
      <SiteLink to={decisionAddress(decision.identifier)}>{nameOfDecision(decision)}</SiteLink>
      <BriefFacts decision={decision} />
    </>
  );
}

/** Court, date and number. */
export function BriefFacts({ decision }: { decision: BriefDecision }) {
  const language = useLanguage();
  const [number] = decision.caseNumbers;
  const { courtCode: code, abbreviation } = decision;
  const court = abbreviationOfCourt({ code, abbreviation }, language);
  return (
    <span className={classes.brief}>
      {[court, formatDate(decision.decidedOn, language), number].filter(Boolean).join(', ')}
    </span>
  );
}

/** The paragraphs that cite. */
export function Paragraphs({ paragraphs }: { paragraphs: readonly number[] }) {
  const t = useTranslate();
  if (paragraphs.length === 0) return null;
  return (
    <span className={classes.brief}>
      {t('decision.paragraphs', { count: paragraphs.length, numbers: paragraphs.join(', ') })}
    </span>
  );
}
