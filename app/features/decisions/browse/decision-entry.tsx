import { provisionTitle } from '~/features/citations/provisions';
import { nameOfDecision } from '~/features/decisions/records/decision-names';
import { useLangOf, useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatDate } from '~/lib/format/format-date';
import { SiteLink } from '~/ui/site-link';
import classes from './browse.module.css';
import { decisionAddress } from './decision-query';

export type EntryOfDecision = {
  identifier: string;
  /** Its name and the language of that. */
  court: { name: string; language: string };
  decidedOn: string;
  names: string[];
  caseNumbers: string[];
  provisions: string[];
  summary: { language: string; text: string } | null;
  visibility: 'public' | 'members';
  citedBy: number;
};

/** How much of a summary a list shows. */
const longest = 220;
/** How many provisions it shows. */
const mostProvisions = 4;

/** A decision in a list: name, court, date, number, what it applies and how it begins. */
export function DecisionEntry({ decision }: { decision: EntryOfDecision }) {
  const t = useTranslate();
  const language = useLanguage();
  const langOf = useLangOf();
  const { summary, provisions, caseNumbers, citedBy, names } = decision;
  const numbers = names.length > 0 ? caseNumbers : caseNumbers.slice(1);
  return (
    <li className={classes.entry}>
      <p className={classes.facts}>
        <span lang={langOf(decision.court.language)}>{decision.court.name}</span>
        {' · '}
        <time dateTime={decision.decidedOn}>{formatDate(decision.decidedOn, language)}</time>
        {decision.visibility === 'members' && ` · ${t('decision.members-only')}`}
      </p>
      <h3 className={classes.name}>
        <SiteLink to={decisionAddress(decision.identifier)}>{nameOfDecision(decision)}</SiteLink>
      </h3>
      <p className={classes.facts}>{[...numbers, decision.identifier].join(' · ')}</p>
      {summary && (
        <p className={classes.summary} lang={langOf(summary.language)}>
          {beginningOf(summary.text)}
        </p>
      )}
      <Provisions provisions={provisions} citedBy={citedBy} />
    </li>
  );
}

function Provisions({ provisions, citedBy }: Pick<EntryOfDecision, 'provisions' | 'citedBy'>) {
  const t = useTranslate();
  const language = useLanguage();
  const names = provisions.slice(0, mostProvisions).map((one) => provisionTitle(one, language));
  if (provisions.length > mostProvisions) names.push('…');
  if (citedBy > 0) names.push(t('decision.cited-by-count', { count: citedBy }));
  return <p className={classes.facts}>{names.join(' · ')}</p>;
}

/** The first sentences, cut between words. */
function beginningOf(text: string): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, text.lastIndexOf(' ', longest))} …`;
}
