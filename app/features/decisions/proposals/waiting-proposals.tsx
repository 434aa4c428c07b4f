import { Link } from 'react-router';
import { nameOfProposal } from '~/features/decisions/records/decision-names';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatInstant, siteZone } from '~/lib/format/format-date';
import form from '~/ui/form.module.css';

type WaitingProposal = {
  id: string;
  createdAt: Date;
  proposer: string | null;
  name: string;
  caseNumber: string;
  ecli: string | null;
  record: string | null;
};

/** Where the editor shows a proposal: in the decision begun from it, or in a new one. */
export const proposalAddress = ({ id, record }: Pick<WaitingProposal, 'id' | 'record'>) =>
  `/administration/decisions/${record ?? `new?proposal=${id}`}`;

/** What members have proposed and nobody has published or declined yet. */
export function WaitingProposals({ proposals }: { proposals: readonly WaitingProposal[] }) {
  const t = useTranslate();
  const language = useLanguage();
  if (proposals.length === 0) return null;
  return (
    <section className={form.section} aria-labelledby="proposals">
      <h2 id="proposals">{t('decision-proposal.waiting', { count: proposals.length })}</h2>
      <ul>
        {proposals.map((proposal) => (
          <li key={proposal.id}>
            <Link to={proposalAddress(proposal)}>
              <bdi>{nameOfProposal(proposal)}</bdi>
            </Link>
            {' · '}
            {t('decision-proposal.by', {
              name: proposal.proposer ?? '',
              when: formatInstant(proposal.createdAt, language, siteZone),
            })}
          </li>
        ))}
      </ul>
    </section>
  );
}
