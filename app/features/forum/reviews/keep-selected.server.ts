import { and, asc, eq, inArray } from 'drizzle-orm';
import { data } from 'react-router';
import { redirectWithNotice } from '~/answers/notices.server';
import { db, schema } from '~/db/db.server';
import { fullName } from '~/db/full-name.server';
import {
  statementFields,
  type StatementInput,
  statementSchema,
} from '~/features/forum/flags/flag-schemas';
import { parseForm } from '~/lib/forms/form';
import type { Actor } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import { authorise } from '~/policy/permissions';
import { listedVersions, versionKey } from '~/ui/data-table/listed-version';
import { selectedRows } from '~/ui/data-table/selected-rows';
import { decideReview } from './decisions.server';
import { type WhyNotKept, whyNotKept } from './kept-reviews';
import { keepingFacts, reviewsPerPage } from './review-queue.server';
import { isNotAuthor } from './reviews.server';

const { flaggedComments, forumComments, forumTopics, users } = schema;

/**
 * The reviews among those that were ticked: which can be kept, and why others cannot.
 * @param keys as `versionKey` makes them
 * @returns `unknown`: how many are no reviews, or reviews of what the actor wrote
 */
export async function findSelected(actor: Actor, keys: readonly string[]) {
  authorise(actor, 'flag.review');
  const seen = listedVersions(keys);
  const rows = await db()
    .select({
      id: flaggedComments.id,
      version: flaggedComments.version,
      topic: forumTopics.title,
      position: forumComments.position,
      author: fullName(users),
      pseudonym: forumComments.authorPseudonym,
      words: forumComments.words,
      ...keepingFacts(actor),
    })
    .from(flaggedComments)
    .innerJoin(forumComments, eq(forumComments.id, flaggedComments.commentId))
    .innerJoin(forumTopics, eq(forumTopics.id, forumComments.topicId))
    .leftJoin(users, eq(users.id, flaggedComments.authorId))
    .where(and(inArray(flaggedComments.id, [...seen.keys()]), isNotAuthor(actor)))
    .orderBy(asc(flaggedComments.createdAt), asc(flaggedComments.id));
  const found = rows.map(({ words, ...row }) => {
    const isSame = seen.get(row.id) === row.version;
    const why = whyNotKept(row) ?? (isSame ? null : ('changed' as const));
    return { ...row, key: versionKey(row), excerpt: excerptOf(words), why };
  });
  return {
    keepable: found.filter(({ why }) => why === null),
    left: found.flatMap(({ why, ...row }) => (why === null ? [] : [left(row, why)])),
    unknown: new Set(keys).size - found.length,
  };
}

/** The first words of a comment, on one line. */
function excerptOf(words: string): string {
  const line = words.replaceAll(/\s+/g, ' ').trim();
  const [start = ''] = /^.{1,120}(?!\S)/u.exec(line) ?? /^.{0,120}/u.exec(line) ?? [];
  return start === line ? line : `${start.trim()} …`;
}

type Named = { id: string; topic: string; position: number };
export type LeftReview = Named & { why: WhyNotKept };

const left = ({ id, topic, position }: Named, why: WhyNotKept): LeftReview => ({
  id,
  topic,
  position,
  why,
});

export type KeepResult = {
  kept: number;
  left: LeftReview[];
  /** How many are not in the list. */
  unknown: number;
};

/** What has come between: a review or its comment is not what was listed any more. */
const whyOf: Partial<Record<string, WhyNotKept>> = {
  'error.changed-meanwhile': 'changed',
  'error.not-found': 'changed',
  'error.review.already-decided': 'decided',
  'error.review.conflict-of-interest': 'involved',
};

/**
 * Keeps the comments that were ticked, with one statement of reasons, each by itself as
 * `decideReview` does. What is not as it was listed stays undecided.
 * @param chosen `keys`: as `versionKey` makes them
 */
export async function keepSelected(
  actor: Actor,
  { keys, statement }: { keys: readonly string[]; statement: StatementInput },
): Promise<KeepResult> {
  authorise(actor, 'flag.review');
  const { keepable, ...others } = await findSelected(actor, keys);
  const result: KeepResult = { kept: 0, ...others };
  for (const review of keepable) {
    const { id, version } = review;
    const decision = { intent: 'decide', measure: 'keep', version, ...statement } as const;
    try {
      await decideReview(actor, id, decision);
      result.kept += 1;
    } catch (error) {
      const why = error instanceof AppError ? whyOf[error.code] : undefined;
      if (!why) throw error;
      result.left.push(left(review, why));
    }
  }
  return result;
}

const intents = ['ask-keep', 'keep'] as const;

/** Names the comments that were ticked and asks for the reasons, then keeps them. */
export async function answerKeeping(actor: Actor, request: Request) {
  authorise(actor, 'flag.review');
  const back = `/administration/flags${new URL(request.url).search}`;
  const sent = await request.formData();
  const reasons = takeStatement(sent);
  const chosen = selectedRows(sent, intents, reviewsPerPage);
  if (!chosen) return redirectWithNotice(back, { kind: 'error', key: 'error.nothing-selected' });
  const { intent, selected: keys } = chosen;
  const form = intent === 'keep' ? parseForm(statementSchema, reasons) : null;
  if (form?.ok) return { result: await keepSelected(actor, { keys, statement: form.data }) };
  const { keepable, ...others } = await findSelected(actor, keys);
  const asked = keepable.map(({ key, topic, position, author, pseudonym, excerpt }) => ({
    key,
    topic,
    position,
    author: { name: author, pseudonym },
    excerpt,
  }));
  const answer = {
    ...(asked.length > 0 ? { asked } : {}),
    ...(form ? { fieldErrors: form.fieldErrors, values: form.values } : {}),
    result: { kept: 0, ...others },
  };
  return form ? data(answer, { status: 400 }) : answer;
}

/** Takes the statement of reasons out of a form. */
function takeStatement(sent: FormData): FormData {
  const reasons = new FormData();
  for (const field of statementFields) {
    for (const text of sent.getAll(field)) reasons.append(field, text);
    sent.delete(field);
  }
  return reasons;
}
