import { throwErrorResponse } from '~/answers/error-response.server';
import {
  nameOfCountry,
  nameOfCourt,
  nameOfProposal,
} from '~/features/decisions/records/decision-names';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { formatInstant, localeOf, siteZone } from '~/lib/format/format-date';
import { actorContext } from '~/policy/actor';
import { siteMeta } from '~/site/site-meta';
import { EmptyState } from '~/ui/empty-state';
import form from '~/ui/form.module.css';
import { SiteLink } from '~/ui/site-link';
import type { Route } from './+types/proposals-to-check.route';
import { listProposalsForCorrespondent } from './checking.server';
import { listOwnStates } from './correspondents.server';

const path = '/decisions/proposals';

export async function loader({ context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const language = context.get(languageContext);
  const t = translateIn(language);
  const [states, proposals] = await Promise.all([
    listOwnStates(actor),
    listProposalsForCorrespondent(actor),
  ]).catch(throwErrorResponse);
  return {
    title: t('correspondents.proposals'),
    states: states
      .map((code) => nameOfCountry(code, language, t))
      .toSorted(new Intl.Collator(localeOf(language)).compare),
    proposals: proposals.map((one) => ({ ...one, court: nameOfCourt(one.court, language) })),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return loaderData ? siteMeta(matches, { title: loaderData.title, path, noIndex: true }) : [];
}

/** The proposals that a correspondent may check. */
export default function ProposalsToCheck({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { title, states, proposals } = loaderData;
  return (
    <div className={form.page}>
      <h1>{title}</h1>
      <p>
        {states.length === 0
          ? t('correspondents.of-none')
          : t('correspondents.of', { states: states.join(', ') })}
      </p>
      {states.length > 0 && proposals.length === 0 && (
        <EmptyState>{t('correspondents.nothing-waits')}</EmptyState>
      )}
      <ul className={form.entries}>
        {proposals.map(({ id, proposer, court, createdAt, ...proposal }) => (
          <li key={id}>
            <SiteLink to={`${path}/${id}`}>
              <bdi>{nameOfProposal(proposal)}</bdi>
            </SiteLink>
            <span className={form.hint}>
              <bdi>{court}</bdi>
              {' · '}
              {t('decision-proposal.by', {
                name: proposer ?? '',
                when: formatInstant(createdAt, language, siteZone),
              })}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
