import { sql } from 'drizzle-orm';
import { config } from '~/config/config.server';
import { schema, type Transaction } from '~/db/db.server';
import { decisionAddress } from '~/features/decisions/browse/decision-query';
import type { Words } from '~/features/decisions/browse/facet-options.server';
import { nameOfCourt, nameOfDecision } from '~/features/decisions/records/decision-names';
import { formatDate } from '~/lib/format/format-date';
import {
  type NewDocument,
  readFollowedFolders,
} from '~/features/library/following/following.server';
import { addressOfFolder } from '~/lib/collections';
import type { Actor } from '~/policy/actor';
import { nameOfFilter } from './filter-name.server';
import { addressOfFilter, filterFrom } from './follow-filter';
import type { DigestGroup } from './follow-digest.email';
import type { FollowedFolder, NewDecision } from './news-in-follows.server';

const { decisionRecords: records } = schema;

export type DigestWords = Words;
type Follow = typeof schema.follows.$inferSelect;

/** So many decisions, and so many documents, are in one mail; it says how many more there are. */
const mostListed = 50;

type Followed = {
  follows: readonly Follow[];
  decisions: readonly NewDecision[];
  folders: readonly FollowedFolder[];
  documents: readonly NewDocument[];
  words: DigestWords;
};

/**
 * What is new by what it is news of, each once, under the first of several. What only members may read
 * is not named: an e-mail leads to it (domain: Mails).
 */
export async function groupNews(
  tx: Transaction,
  actor: Actor,
  { follows, decisions, folders, documents, words }: Followed,
): Promise<DigestGroup[]> {
  return [
    ...(await groupDecisions(tx, { follows, decisions, words })),
    ...(await groupDocuments(tx, actor, { folders, documents, words })),
  ];
}

async function groupDecisions(
  tx: Transaction,
  { follows, decisions, words }: Pick<Followed, 'follows' | 'decisions' | 'words'>,
): Promise<DigestGroup[]> {
  const { origin } = config().server;
  const isPublic = ({ visibility }: NewDecision) => visibility === 'public';
  const listed = new Set(decisions.filter(isPublic).slice(0, mostListed));
  const followed = await readFollowed(tx, follows);
  return follows.flatMap((follow, at) => {
    const news = decisions.filter(({ ofFollows }) => ofFollows[0] === at);
    if (news.length === 0) return [];
    const open = news.filter(isPublic);
    const shown = open.filter((one) => listed.has(one));
    const { name, path } = describe(follow, followed, words);
    return {
      name,
      address: origin + path,
      more: { kind: 'decisions', count: open.length - shown.length },
      forMembers: news.length - open.length,
      entries: shown.map((one) => ({
        name: nameOfDecision(one),
        facts: [
          nameOfCourt(one.court, words.language),
          formatDate(one.decidedOn, words.language),
        ].join(', '),
        address: origin + decisionAddress(one.identifier),
      })),
    };
  });
}

async function groupDocuments(
  tx: Transaction,
  actor: Actor,
  { folders, documents, words }: Pick<Followed, 'folders' | 'documents' | 'words'>,
): Promise<DigestGroup[]> {
  const { origin } = config().server;
  const listed = new Set(documents.slice(0, mostListed));
  const ids = folders.map(({ folder }) => folder);
  const followed = await readFollowedFolders(tx, actor, ids);
  return folders.flatMap(({ folder }, at) => {
    const news = documents.filter(({ ofFolder }) => ofFolder === at);
    const found = followed.get(folder);
    if (news.length === 0 || !found) return [];
    const shown = news.filter((one) => listed.has(one));
    return {
      name: words.t('mail.follows.folder'),
      address: origin + addressOfFolder(found.collection, folder),
      more: { kind: 'documents', count: news.length - shown.length },
      forMembers: 0,
      entries: shown.map((one) => ({
        name: words.t('mail.follows.document'),
        facts: formatDate(one.at, words.language),
        address: `${origin}/intranet/documents/${one.id}`,
      })),
    };
  });
}

type Named = {
  id: string;
  identifier: string;
  isPublic: boolean;
  names: string[];
  caseNumbers: string[];
};

/** What is followed, in words, and where it is. */
function describe(
  { filter, decision }: Follow,
  followed: ReadonlyMap<string, Named>,
  words: DigestWords,
) {
  if (filter !== null)
    return { name: nameOfFilter(filterFrom(filter), words), path: addressOfFilter(filter) };
  const found = followed.get(decision ?? '');
  if (!found?.isPublic)
    return { name: words.t('mail.follows.members-cites'), path: '/settings/following' };
  const name = nameOfDecision(found);
  return {
    name: words.t('mail.follows.cites', { name }),
    path: `${decisionAddress(found.identifier)}#cited-by`,
  };
}

/** The followed decisions; of those that are not listed, such as withdrawn ones, the identifier alone. */
async function readFollowed(tx: Transaction, follows: readonly Follow[]) {
  const ids = follows.flatMap(({ decision }) => decision ?? []);
  const rows = await tx
    .select({
      id: records.id,
      identifier: records.identifier,
      isListed: sql<boolean>`${records.state} = 'checked'`,
      isPublic: sql<boolean>`${records.visibility} = 'public'`,
      names: records.names,
      caseNumbers: records.caseNumbers,
    })
    .from(records)
    .where(sql`${records.id} = any(${sql.param(ids)}::uuid[])`);
  return new Map(
    rows.map((row): [string, Named] => [
      row.id,
      row.isListed ? row : { ...row, names: [], caseNumbers: [] },
    ]),
  );
}
