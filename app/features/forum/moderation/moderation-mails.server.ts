import { and, eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import { config } from '~/config/config.server';
import { schema, type Transaction } from '~/db/db.server';
import { issueToken } from '~/features/identity/sign-in/sign-in.server';
import { translateIn } from '~/i18n/translations.server';
import { queueMail } from '~/platform/mail/mail.server';
import { mayMail } from '~/platform/mail/mail-limits.server';
import { appealable } from '~/features/forum/reviews/review-states';
import { type ModerationNotice, moderationNoticeEmail } from './moderation-notice.email';
import { association } from '~/platform/association.server';

const { appeals, flaggedComments, flags, reviewDecisions, users } = schema;

type Person = { id: string; email: string };

/** Writes one neutral mail to each; the link leads to a page that asks for signing in. */
export async function mailNotice(
  tx: Transaction,
  persons: readonly Person[],
  mail: { notice: ModerationNotice; path: string },
): Promise<void> {
  for (const person of persons) {
    // The flag itself is kept, and waits in the list of the administrators.
    if (mail.notice === 'new-flag' && !(await mayMail(tx, 'flag', person.email))) continue;
    await queueMail(tx, {
      template: `moderation-${mail.notice}`,
      recipient: person.email,
      userId: person.id,
      ...moderationNoticeEmail({
        translate: translateIn(config().languages.default),
        site: association().shortName,
        notice: mail.notice,
        address: `${config().server.origin}${mail.path}`,
      }),
    });
  }
}

/** Long enough for an appeal (Regulation (EU) 2022/2065, article 20: six months), in minutes. */
const appealLinkMinutes = 184 * 24 * 60;

/**
 * Tells the author that there is a statement of reasons to read. Who is suspended cannot sign in
 * and gets a link that leads there all the same.
 */
export async function mailStatement(
  tx: Transaction,
  review: { id: string; authorId: string | null },
): Promise<void> {
  if (!review.authorId) return;
  const [author] = await tx
    .select({ id: users.id, email: users.email, suspendedAt: users.suspendedAt })
    .from(users)
    .where(eq(users.id, review.authorId));
  if (!author) return;
  const path = author.suspendedAt
    ? `/appeal/${review.id}/${await issueToken(tx, { purpose: 'appeal', userId: author.id, minutes: appealLinkMinutes, about: review.id })}`
    : `/forum/decision/${review.id}`;
  await mailNotice(tx, [author], { notice: 'statement', path });
}

/**
 * Sends someone whose account has just been suspended the links to the decisions that may still
 * be appealed, since the pages for members are closed to them now.
 * @param except the review whose statement is sent anyway
 */
export async function mailOpenStatements(
  tx: Transaction,
  authorId: string | null,
  except?: string,
): Promise<void> {
  if (!authorId) return;
  const measure = sql`(select ${reviewDecisions.measure} from ${reviewDecisions}
    where ${reviewDecisions.flaggedCommentId} = ${flaggedComments.id} and ${reviewDecisions.kind} = 'first'
      and ${reviewDecisions.effectiveAt} > now() - make_interval(mins => ${appealLinkMinutes})
    order by ${reviewDecisions.createdAt} desc limit 1)`;
  const open = await tx
    .select({ id: flaggedComments.id, authorId: flaggedComments.authorId })
    .from(flaggedComments)
    .where(
      and(
        eq(flaggedComments.authorId, authorId),
        inArray(flaggedComments.state, ['decided', 'revision-requested']),
        inArray(measure, [...appealable]),
        except ? ne(flaggedComments.id, except) : undefined,
        sql`not exists (select from ${appeals} where ${appeals.flaggedCommentId} = ${flaggedComments.id})`,
      ),
    );
  for (const review of open) await mailStatement(tx, review);
}

/** Tells those who flagged, and did not withdraw, that there is an outcome. */
export async function mailOutcome(tx: Transaction, review: { id: string }): Promise<void> {
  const reporters = await tx
    .selectDistinct({ id: users.id, email: users.email })
    .from(flags)
    .innerJoin(users, eq(users.id, flags.reporterId))
    .where(
      and(
        eq(flags.flaggedCommentId, review.id),
        isNull(flags.withdrawnAt),
        isNotNull(flags.reporterId),
      ),
    );
  await mailNotice(tx, reporters, { notice: 'outcome', path: '/forum/flags' });
}
