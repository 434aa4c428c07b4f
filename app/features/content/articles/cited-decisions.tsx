import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatDate } from '~/lib/format/format-date';
import reading from '~/ui/reading.module.css';
import { SiteLink } from '~/ui/site-link';

export type CitedDecision = {
  ecli: string;
  caseNumber: string;
  name: string;
  court: string;
  dateDecided: string;
  sourceUrl: string | null;
  /** Of its page here, where the reader may open it. */
  address?: string | null;
};

/** The decisions a text is about, with their identifiers and sources. */
export function CitedDecisions({ decisions }: { decisions: CitedDecision[] }) {
  const t = useTranslate();
  const language = useLanguage();
  if (decisions.length === 0) return null;
  return (
    <section className={reading.section} aria-labelledby="decisions">
      <h2 id="decisions">{t('decisions.title')}</h2>
      <ul className={reading.plain}>
        {decisions.map((decision) => (
          <li key={decision.ecli}>
            <TitleOfDecision decision={decision} />
            <br />
            <span className={reading.small}>
              {decision.court}, {formatDate(decision.dateDecided, language)}, {decision.ecli}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Leads to the page of the decision here, else to the court's own publication. */
function TitleOfDecision({ decision }: { decision: CitedDecision }) {
  const { address, sourceUrl } = decision;
  if (address) return <SiteLink to={address}>{titleOf(decision)}</SiteLink>;
  if (!sourceUrl) return <span>{titleOf(decision)}</span>;
  return (
    <a href={sourceUrl} rel="noreferrer">
      {titleOf(decision)}
    </a>
  );
}

/** Case number and name, as far as the court gave them. */
function titleOf(decision: CitedDecision): string {
  return [decision.caseNumber, decision.name].filter(Boolean).join(', ');
}
