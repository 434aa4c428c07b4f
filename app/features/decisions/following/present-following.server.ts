import { decisionAddress } from '~/features/decisions/browse/decision-query';
import type { Words } from '~/features/decisions/browse/facet-options.server';
import { nameOfCourt, nameOfDecision } from '~/features/decisions/records/decision-names';
import { addressOfFolder } from '~/lib/collections';
import { formatDate } from '~/lib/format/format-date';
import { nameOfFilter } from './filter-name.server';
import { addressOfFilter, filterFrom } from './follow-filter';
import type { ListedFollow } from './follow-list';
import type { listFollows, listNewInFollows } from './following.server';

type Found = Awaited<ReturnType<typeof listFollows>>;

/** What a member follows, as the list of it shows it. */
export function presentFollow(
  { id, rhythm, ...one }: Found['follows'][number],
  folders: Found['folders'],
  words: Words,
): ListedFollow {
  if (one.filter !== null) {
    const name = nameOfFilter(filterFrom(one.filter), words);
    return { id, rhythm, name, address: addressOfFilter(one.filter), state: null };
  }
  if (one.folder !== null) {
    const folder = folders.get(one.folder);
    if (!folder) {
      const name = words.t('follows.closed-folder');
      return { id, rhythm, name, address: null, state: null };
    }
    const { title, collection, isDeleted } = folder;
    const name = words.t('follows.folder', { name: title });
    if (isDeleted) return { id, rhythm, name, address: null, state: 'follows.deleted' };
    const address = addressOfFolder(collection, one.folder);
    return { id, rhythm, name, address, state: null };
  }
  const identifier = one.identifier ?? '';
  // Of one that was withdrawn, what its address holds anyway.
  const { names, caseNumbers } = one.isListed ? one : { names: [], caseNumbers: [] };
  const name = nameOfDecision({ identifier, names: names ?? [], caseNumbers: caseNumbers ?? [] });
  const state = one.isListed ? null : 'decision.state.withdrawn';
  return { id, rhythm, name, address: decisionAddress(identifier), state };
}

type News = Awaited<ReturnType<typeof listNewInFollows>>;

/** What is new in what a member follows, as pages show it. */
export function presentNews(news: News, language: string) {
  if (!news) return null;
  return {
    until: news.until?.toISOString() ?? null,
    isCut: news.isCut,
    withdrawals: news.withdrawals.map(({ identifier }) => identifier),
    deletedFolders: news.deletedFolders.map(({ title }) => title),
    entries: [
      ...news.decisions.map((decision) => ({
        at: decision.listedAt,
        address: decisionAddress(decision.identifier),
        name: nameOfDecision(decision),
        where: nameOfCourt(decision.court, language),
        date: formatDate(decision.decidedOn, language),
      })),
      ...news.documents.map(({ id, title, folder, at }) => ({
        at,
        address: `/intranet/documents/${id}`,
        name: title,
        where: folder,
        date: formatDate(at, language),
      })),
    ]
      .toSorted((one, other) => other.at.getTime() - one.at.getTime())
      .map(({ at: _at, ...entry }) => entry),
  };
}

export type PresentedNews = NonNullable<ReturnType<typeof presentNews>>;
