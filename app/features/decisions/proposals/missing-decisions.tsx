import { parseEcli } from '~/features/citations/ecli';
import { useTranslate } from '~/i18n/translation-context';
import form from '~/ui/form.module.css';
import { SiteLink } from '~/ui/site-link';
import type { MissingDecision } from './missing.server';

/** What others cite and is not here, each with the form filled in to propose it. */
export function MissingDecisions({ missing }: { missing: readonly MissingDecision[] }) {
  const t = useTranslate();
  if (missing.length === 0) return null;
  return (
    <section className={form.section} aria-labelledby="missing">
      <h2 id="missing">{t('decision-proposal.missing')}</h2>
      <p>{t('decision-proposal.missing-intro')}</p>
      <ol>
        {missing.map(({ identifier, citedBy }) => (
          <li key={identifier}>
            <SiteLink to={addressFor(identifier)}>{identifier}</SiteLink>
            {` · ${t('decision-proposal.missing-cited', { count: citedBy })}`}
          </li>
        ))}
      </ol>
    </section>
  );
}

function addressFor(identifier: string): string {
  const [query, field] = parseEcli(identifier) ? ['ecli', 'ecli'] : ['number', 'caseNumber'];
  return `/decisions/propose?${new URLSearchParams([[query, identifier]]).toString()}#proposal-${field}`;
}
