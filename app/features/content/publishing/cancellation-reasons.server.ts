import { and, eq, inArray } from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import { schema, type Transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import type { AuditEvent } from '~/features/identity/audit/audit.server';
import { authorise } from '~/policy/permissions';
import { readContent, type TypedContent } from './content-schemas';
import { isPublic, readPublic, writePublic } from './publication-rows.server';
import { saveRevision, saveInitialRevision } from './save-revision.server';

const { eventTranslations, pendingChanges } = schema;
const kind = 'event-translation' as const;

/** Why an event does not take place, in a further language of it. */
export type FurtherReason = { language: string; reason: string };

/**
 * Writes into the translations of an event why it does not take place: into what is public, so that
 * page and mails say it at once, and into changes that wait, so that they do not take it back. Other
 * words that wait go on waiting. An empty reason takes away the one there was: then the reason in the
 * event's own language is read. The pages are announced by the caller.
 * @returns what the caller has to note, at the end of its transaction
 * @throws AppError `error.changed-meanwhile` when there is no translation into the language of a reason
 */
export async function saveCancellationReasons(
  tx: Transaction,
  actor: Actor,
  { event, reasons }: { event: string; reasons: readonly FurtherReason[] },
): Promise<AuditEvent[]> {
  authorise(actor, 'event.manage');
  if (reasons.length === 0) return [];
  const languages = reasons.map(({ language }) => language);
  const { translationGroup, language } = eventTranslations;
  const rows = await tx
    .select()
    .from(eventTranslations)
    .where(and(eq(translationGroup, event), inArray(language, languages)))
    .orderBy(eventTranslations.id)
    .for('update');
  const entries: AuditEvent[] = [];
  for (const { language: said, reason } of reasons) {
    const row = rows.find((one) => one.language === said);
    if (!row && reason) throw new AppError('error.changed-meanwhile');
    if (row && row.cancelledReason !== reason)
      entries.push(await write(tx, actor, { row, reason }));
  }
  return entries;
}

type Writing = { row: typeof eventTranslations.$inferSelect; reason: string };

async function write(tx: Transaction, actor: Actor, { row, reason }: Writing): Promise<AuditEvent> {
  const { id, slug, language, version } = row;
  await saveInitialRevision(tx, { kind, row });
  const content = withReason(await readPublic(tx, { kind, id }), reason);
  await writePublic(tx, content, { id, slug, language, by: actor.id });
  await tx
    .update(eventTranslations)
    .set({ version: version + 1 })
    .where(eq(eventTranslations.id, id));
  await saveRevision(tx, { id: actor.id }, { id, content, isPublished: isPublic(row) });
  const [waiting] = await tx.select().from(pendingChanges).where(eq(pendingChanges.id, id));
  if (waiting) {
    const { fields } = withReason(readContent(kind, waiting.content), reason);
    await tx.update(pendingChanges).set({ content: fields }).where(eq(pendingChanges.id, id));
  }
  return {
    action: isPublic(row) ? 'content.publish' : 'content.save',
    target: { kind, id },
    changes: { version: { from: version, to: version + 1 } },
  };
}

function withReason(content: TypedContent, cancelledReason: string) {
  if (content.kind !== kind) throw new TypeError(`${content.kind} has no reason`);
  return { kind, fields: { ...content.fields, cancelledReason } };
}
