import { getMentionKeys } from '~/features/decisions/mentions/mentions.server';
import { compileQuery } from '~/features/decisions/query/query.server';
import { parseQuery } from '~/features/decisions/query/parse-query';
import { findCandidates } from '~/features/search/results/candidates.server';
import { describe } from '~/features/search/results/results.server';
import type { Actor } from '~/policy/actor';
import { authorise } from '~/policy/permissions';

/** What can mention a decision; decisions that do are what cites it. */
const kinds = ['news', 'event', 'forum', 'library'] as const;

/** How many a page shows. */
const mostShown = 12;

/**
 * What the actor may read that cites a decision by its ECLI or number, the newest first, each with the
 * place in its text. The keys are those that texts and documents have for the search.
 * @param identifier of a decision that the actor may open
 * @throws AppError `error.not-found`
 */
export async function listMentions(actor: Actor, identifier: string, language: string) {
  authorise(actor, 'decision.read');
  const keys = await getMentionKeys(actor, identifier);
  const compiled = await compileQuery({ ...parseQuery(''), citations: [keys] });
  if (!compiled) return { total: 0, mentions: [] };
  const found = await Promise.all(
    kinds.map((kind) => findCandidates(compiled, { actor, language, kind })),
  );
  const candidates = found.flatMap(({ shown }) => shown);
  const described = await describe(candidates, compiled, { actor, language, query: identifier });
  const [counts] = found.map((one) => one.counts);
  return {
    total: kinds.reduce((sum, kind) => sum + (counts?.[kind] ?? 0), 0),
    mentions: described
      .toSorted((a, b) => (b.date ?? '').localeCompare(a.date ?? ''))
      .slice(0, mostShown),
  };
}

export type Mentions = Awaited<ReturnType<typeof listMentions>>;
