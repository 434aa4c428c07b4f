import { decisionAddress } from '~/features/decisions/browse/decision-query';
import { nameOfProposal } from '~/features/decisions/records/decision-names';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatInstant, siteZone } from '~/lib/format/format-date';
import { EmptyState } from '~/ui/empty-state';
import form from '~/ui/form.module.css';
import { SiteLink } from '~/ui/site-link';
import { StatusPill, type Tone } from '~/ui/status-pill';
import { TableScroll } from '~/ui/table-scroll';

type OwnProposal = {
  id: string;
  createdAt: Date;
  ecli: string | null;
  caseNumber: string;
  name: string;
  court: string | null;
  state: 'waiting' | 'published' | 'declined';
  answer: string;
  /** Where it can be read. */
  identifier: string | null;
};

const tones: Record<OwnProposal['state'], Tone> = {
  waiting: 'neutral',
  published: 'right',
  declined: 'wrong',
};

export function OwnProposals({ proposals }: { proposals: readonly OwnProposal[] }) {
  const t = useTranslate();
  const language = useLanguage();
  if (proposals.length === 0) return <EmptyState>{t('decision-proposal.none')}</EmptyState>;
  return (
    <TableScroll label={t('decision-proposal.own')}>
      <table className={`${form.table} ${form.stacked}`}>
        <thead>
          <tr>
            <th scope="col">{t('decision-editor.decision')}</th>
            <th scope="col">{t('decision-proposal.proposed-on')}</th>
            <th scope="col">{t('decision-editor.state')}</th>
          </tr>
        </thead>
        <tbody>
          {proposals.map((proposal) => (
            <tr key={proposal.id}>
              <td>
                <ProposedDecision proposal={proposal} />
              </td>
              <td data-label={t('decision-proposal.proposed-on')}>
                {formatInstant(proposal.createdAt, language, siteZone)}
              </td>
              <td data-label={t('decision-editor.state')}>
                <StatusPill tone={tones[proposal.state]}>
                  {t(`decision-proposal.state.${proposal.state}`)}
                </StatusPill>
                {proposal.answer && <p>{proposal.answer}</p>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}

function ProposedDecision({ proposal }: { proposal: OwnProposal }) {
  const { identifier, caseNumber, ecli, court } = proposal;
  const said = nameOfProposal(proposal);
  const also = [court, caseNumber, ecli].filter((text) => text && text !== said).join(' · ');
  return (
    <>
      {identifier ? (
        <SiteLink to={decisionAddress(identifier)}>
          <bdi>{said}</bdi>
        </SiteLink>
      ) : (
        <bdi>{said}</bdi>
      )}
      {also && (
        <>
          <br />
          {also}
        </>
      )}
    </>
  );
}
