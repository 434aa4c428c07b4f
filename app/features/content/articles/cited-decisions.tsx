import type { CitedDetails } from '~/features/content/rows/content-rows';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatDate } from '~/lib/format/format-date';
import reading from '~/ui/reading.module.css';
import { SiteLink } from '~/ui/site-link';

export type CitedDecision = CitedDetails & {
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
            {decision.address ? (
              <SiteLink to={decision.address}>{titleOf(decision)}</SiteLink>
            ) : (
              <OfficialText decision={decision}>{titleOf(decision)}</OfficialText>
            )}
            <br />
            <span className={reading.small}>
              {decision.court}, {formatDate(decision.dateDecided, language)},{' '}
              {decision.address ? (
                <OfficialText decision={decision}>{decision.ecli}</OfficialText>
              ) : (
                decision.ecli
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

type OfficialTextProps = { decision: CitedDecision; children: string };

/** A link to the court's own publication, where there is one. */
function OfficialText({ decision: { sourceUrl }, children }: OfficialTextProps) {
  if (!sourceUrl) return <span>{children}</span>;
  return (
    <a href={sourceUrl} rel="noreferrer">
      {children}
    </a>
  );
}

/** Case number and name, as far as the court gave them. */
function titleOf(decision: CitedDecision): string {
  return [decision.caseNumber, decision.name].filter(Boolean).join(', ');
}
