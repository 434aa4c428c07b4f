import { redirect } from 'react-router';
import { throwErrorResponse } from '~/answers/error-response.server';
import type { CacheableHandle } from '~/answers/page-tags';
import { listCourts } from '~/features/decisions/courts/courts.server';
import { findFollow } from '~/features/decisions/following/following.server';
import { filterText } from '~/features/decisions/following/follow-filter';
import { courtForReader } from '~/features/decisions/records/decision-names';
import { languageContext } from '~/i18n/language.server';
import { translateIn } from '~/i18n/translations.server';
import { actorContext } from '~/policy/actor';
import { can } from '~/policy/permissions';
import { requestFactsContext } from '~/policy/request-context';
import { siteMeta } from '~/site/site-meta';
import type { Route } from './+types/browse.route';
import { BrowsePage } from './browse-page';
import { browseDecisions } from './browse.server';
import { structuredList } from './structured-list';
import {
  decisionQueryFrom,
  decisionsAddress,
  decisionsPerPage,
  facetNames,
} from './decision-query';
import { mayProposeTo } from '~/features/decisions/query/spelling-limit.server';
import { facetOptions } from './facet-options.server';

export const handle = {
  cache: {
    tags: ['decisions'],
    // Not `q`: what is made for the memory does not know whose words it would put right.
    query: [...facetNames, 'sort', 'page'],
  },
} satisfies CacheableHandle;

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const language = context.get(languageContext);
  const query = decisionQueryFrom(new URL(request.url).searchParams);
  const mayPropose = mayProposeTo(actor, context.get(requestFactsContext).clientAddress);
  const found = await browseDecisions(actor, query, { mayPropose }).catch(throwErrorResponse);
  const { words } = found;
  const lastPage = Math.max(1, Math.ceil(found.total / decisionsPerPage));
  // Of a list that has become shorter.
  if (query.page > lastPage) throw redirect(decisionsAddress({ ...query, page: lastPage }));
  // Words that nothing has can be followed in vain only; those that were meant take their place.
  const followed = words.insteadOf === null ? query : { ...query, q: words.query };
  const follow = can(actor, 'decision.follow')
    ? await findFollow(actor, { filter: filterText(followed) })
    : null;
  const courts = new Map(
    (await listCourts(actor)).map((court) => [court.code, courtForReader(court, language)]),
  );
  const t = translateIn(language);
  return {
    query,
    follow,
    words,
    total: found.total,
    decisions: found.decisions.map(({ summaries, court, ...decision }) => ({
      ...decision,
      court: courtForReader(court, language),
      summary: summaries.find((one) => one.language === language) ?? summaries[0] ?? null,
    })),
    facets: facetOptions(query, found.facets, { language, t, courts }),
    title: t('decision.title'),
    description: t('decision.description'),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { title, description, query, total, decisions } = loaderData;
  const isNarrowed = decisionsAddress(query) !== '/decisions';
  return siteMeta(matches, {
    title,
    description,
    path: '/decisions',
    noIndex: isNarrowed,
    structured: structuredList({ name: title, total, decisions }),
  });
}

export default function Browse({ loaderData }: Route.ComponentProps) {
  return <BrowsePage page={loaderData} />;
}
