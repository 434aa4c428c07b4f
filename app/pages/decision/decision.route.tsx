import { redirect } from 'react-router';
import { throwErrorResponse } from '~/answers/error-response.server';
import type { CacheableHandle } from '~/answers/page-tags';
import { provisionTitle } from '~/features/citations/provisions';
import { decisionAddress } from '~/features/decisions/browse/decision-query';
import { listCitations } from '~/features/decisions/exports/exports.server';
import { citingFacets, citingQueryFrom } from '~/features/decisions/relations/citing-filter';
import { getRelations } from '~/features/decisions/relations/relations.server';
import { findFollow } from '~/features/decisions/following/following.server';
import { listMentions } from '~/features/search/mentions/mentions.server';
import { languageContext } from '~/i18n/language.server';
import { translateIn } from '~/i18n/translations.server';
import { actorContext } from '~/policy/actor';
import { can } from '~/policy/permissions';
import { siteMeta } from '~/site/site-meta';
import { MentionedIn } from './mentioned-in';
import type { Route } from './+types/decision.route';
import { nameOfDecision } from '~/features/decisions/records/decision-names';
import { DecisionView } from '~/features/decisions/records/decision-view';
import { getDecision } from '~/features/decisions/records/records.server';
import { shownDecision } from '~/features/decisions/records/shown-decision';
import { isTopic } from '~/features/decisions/records/topics';

export const handle = {
  cache: { tags: ['decisions', 'articles', 'news', 'events'], query: [...citingFacets, 'page'] },
} satisfies CacheableHandle;

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const { citedBy, ...found } = await getDecision(actor, params.identifier).catch(
    throwErrorResponse,
  );
  // Letter case carries no meaning in an ECLI; one spelling is the address.
  if (found.identifier !== params.identifier)
    throw redirect(decisionAddress(found.identifier) + new URL(request.url).search, 301);
  const citing = citingQueryFrom(new URL(request.url).searchParams);
  const language = context.get(languageContext);
  const t = translateIn(language);
  const mayFollow = can(actor, 'decision.follow') && found.state === 'checked';
  const [{ total, mentions }, citations, relations, follow] = await Promise.all([
    listMentions(actor, found.identifier, language),
    listCitations(actor, found.identifier),
    getRelations(actor, { ...found, citedBy }, citing),
    mayFollow ? findFollow(actor, { identifier: found.identifier }) : null,
  ]);
  return {
    total,
    citations,
    relations,
    follow,
    // In words here: their texts are not those of this page.
    mentions: mentions.map((mention) => ({
      ...mention,
      label: t(mention.label),
      title: mention.title ?? t('forum.title-not-shown'),
    })),
    decision: {
      ...shownDecision(found),
      provisions: found.provisions.map((provision) => ({
        provision,
        name: provisionTitle(provision, language),
      })),
      topics: found.topics.filter(isTopic).map((topic) => ({
        topic,
        name: t(`decision.topic.${topic}`),
      })),
    },
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { decision } = loaderData;
  const name = nameOfDecision(decision);
  const [summary] = decision.summaries;
  return siteMeta(matches, {
    title: [decision.caseNumbers[0], name]
      .filter((one, at) => at > 0 || one !== name)
      .filter(Boolean)
      .join(', '),
    ...(summary ? { description: summary.text } : {}),
    path: decisionAddress(decision.identifier),
    type: 'article',
    noIndex: decision.visibility === 'members' || decision.state !== 'checked',
    structured: {
      '@type': 'CreativeWork',
      additionalType: 'https://www.wikidata.org/wiki/Q2334719',
      name,
      alternateName: [...decision.names.slice(1), ...decision.caseNumbers],
      identifier: decision.identifier,
      dateCreated: decision.decidedOn,
      datePublished: decision.publishedOn ?? decision.decidedOn,
      inLanguage: decision.languages,
      author: { '@type': 'Organization', name: decision.court.name },
      keywords: decision.topics.map((topic) => topic.name).join(', '),
      about: decision.provisions.map((provision) => provision.name),
      ...(summary ? { abstract: summary.text } : {}),
      ...(decision.sourceUrl ? { isBasedOn: decision.sourceUrl } : {}),
      citation: decision.cites.map(({ identifier }) => identifier),
    },
  });
}

export default function Decision({ loaderData }: Route.ComponentProps) {
  const { total, mentions, ...shown } = loaderData;
  const { identifier } = shown.decision;
  const texts = { identifier, total, mentions };
  return <DecisionView {...shown} mentions={<MentionedIn {...texts} />} />;
}
