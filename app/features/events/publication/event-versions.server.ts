import { comparableText } from '~/rich-text/comparable-text';
import type { Actor } from '~/policy/actor';
import { transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { appendAudit } from '~/features/identity/audit/audit.server';
import {
  compareRevisions,
  getRevision,
  listRevisions,
} from '~/features/content/publishing/publishing.server';
import { authorise } from '~/policy/permissions';
import { comparableFields, eventContent } from '~/features/events/editor/event-content';
import { getEventForEditing } from '~/features/events/editor/editor.server';
import { lockForEditing, writeEvent } from '~/features/events/editor/event-writing.server';
import { notifiedOf } from '~/features/events/participants/mail-notice';
import { countParticipants } from './event-steps.server';
import { timesOf } from './event-times.server';
import { saveInitialEventRevision } from '~/features/events/editor/event-revisions.server';

/** The versions of an event, newest first, with who saved them; how many are e-mailed of a restored one. */
export async function listEventVersions(actor: Actor, id: string) {
  authorise(actor, 'event.manage');
  const event = await getEventForEditing(actor, id);
  await transaction((tx) => saveInitialEventRevision(tx, event));
  const { title, version, language } = event;
  const versions = await listRevisions(actor, { kind: 'event', id });
  const { mailed } = await countParticipants(actor, id);
  const isOver = event.endsAtInstant < new Date();
  const notified = notifiedOf({ ...event, mailed, isOver });
  return { row: { title, version, language }, notified, versions };
}

/** All fields of an event as strings, for comparison. */
export function comparableEvent(kept: unknown): Record<string, string> {
  const content = eventContent.parse(kept);
  return { ...comparableFields(content), body: comparableText(content.body) };
}

/** What differs between two versions, field by field. @throws AppError `error.not-found` */
export async function compareEventVersions(
  actor: Actor,
  id: string,
  numbers: { from: number; to: number },
) {
  authorise(actor, 'event.manage');
  return compareRevisions(actor, { kind: 'event', id }, { numbers, comparable: comparableEvent });
}

/**
 * Saves what an earlier version said, as a new version. Of an event that is public visitors see it
 * at once, and participants are e-mailed when time or place change by it, unless it is `quiet`.
 * @throws AppError `error.not-found`, `error.changed-meanwhile`, `error.event.slug-taken`,
 *   `error.event.not-restorable` when the times, the language or the way to take part are no longer
 *   possible
 * @returns how many consents to the list of participants have ended, since more people may see it
 */
export async function restoreEventVersion(
  actor: Actor,
  seen: { id: string; version: number },
  { number, quiet }: { number: number; quiet: boolean },
): Promise<number> {
  authorise(actor, 'event.manage');
  const { id } = seen;
  const kept = await getRevision(actor, { kind: 'event', id }, number);
  const content = eventContent.parse(kept);
  const checked = timesOf(content);
  if (!checked.ok) throw new AppError('error.event.not-restorable');
  return transaction(async (tx) => {
    const before = await lockForEditing(tx, id, seen.version);
    const written = await writeEvent(tx, actor, {
      before,
      fields: { ...content, ...checked.times },
      versionName: `↺ ${number}`,
      notice: { quiet, changeReason: null },
    });
    if (!written.ok) throw new AppError('error.event.not-restorable');
    await appendAudit(tx, actor, {
      action: 'event.restore-version',
      target: { kind: 'event', id },
      changes: { version: { to: number } },
    });
    return written.endedConsents;
  });
}
