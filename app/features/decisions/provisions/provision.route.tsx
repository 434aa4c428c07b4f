import { throwErrorResponse } from '~/answers/error-response.server';
import type { CacheableHandle } from '~/answers/page-tags';
import {
  officialTextOf,
  provisionConcerned,
  provisionTitle,
} from '~/features/citations/provisions';
import { nameOfCountry } from '~/features/decisions/records/decision-names';
import { languageContext } from '~/i18n/language.server';
import { translateIn } from '~/i18n/translations.server';
import { actorContext } from '~/policy/actor';
import { siteMeta } from '~/site/site-meta';
import type { Route } from './+types/provision.route';
import { structuredList } from '~/features/decisions/browse/structured-list';
import { ProvisionView } from './provision-view';
import { getProvision, listArticles } from './provisions.server';

export const handle = { cache: { tags: ['decisions'] } } satisfies CacheableHandle;

export async function loader({ params, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const language = context.get(languageContext);
  const t = translateIn(language);
  const provision = `${params.instrument}/${params.article}`;
  const found = await getProvision(actor, provision).catch(throwErrorResponse);
  const articles = await listArticles(actor, params.instrument);
  const groups = Map.groupBy(
    found.decisions.flatMap(({ provisions, ...decision }) =>
      provisions
        .filter((one) => one === provision || one.startsWith(`${provision}/`))
        .map((one) => ({ one, decision })),
    ),
    ({ one }) => one,
  );
  const inOrder = new Intl.Collator('en', { numeric: true });
  return {
    provision,
    name: provisionTitle(provision, language),
    description: t('decision.provision-description', {
      provision: provisionConcerned(provision, language),
    }),
    official: officialTextOf(params.instrument),
    total: found.byYear.reduce((sum, { count }) => sum + count, 0),
    groups: [...groups]
      .map(([key, entries]) => ({
        key,
        name: provisionTitle(key, language),
        decisions: entries.map(({ decision }) => decision),
      }))
      .toSorted((a, b) => inOrder.compare(a.key, b.key)),
    byCountry: found.byCountry.map(({ value, count }) => ({
      value,
      count,
      label: nameOfCountry(value, language, t),
    })),
    byYear: found.byYear.map(({ value, count }) => ({ value, count, label: value })),
    articles: articles
      .filter((one) => one.provision.includes('/'))
      .map((one) => ({ ...one, name: provisionTitle(one.provision, language) })),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { name, description, provision, total, official, groups } = loaderData;
  const decisions = groups.flatMap((group) => group.decisions);
  return siteMeta(matches, {
    title: name,
    description,
    path: `/provisions/${provision}`,
    noIndex: total === 0,
    structured: {
      ...structuredList({ name, total, decisions }),
      about: { '@type': 'Legislation', name, ...(official ? { url: official } : {}) },
    },
  });
}

export default function Provision({ loaderData }: Route.ComponentProps) {
  return <ProvisionView page={loaderData} />;
}
