import { eq } from 'drizzle-orm';
import { schema, type Transaction } from '~/db/db.server';
import type { EventRecord } from '~/features/events/events.server';
import { saveRevision } from '~/features/content/publishing/publishing.server';
import { eventContent } from './event-content';

const { publicationVersions } = schema;

const isPublic = ({ status }: EventRecord) => status === 'published' || status === 'cancelled';

/** Keeps a state of an event, whose row is locked by the caller. */
export async function saveEventRevision(
  tx: Transaction,
  event: EventRecord,
  { by, name, at }: { by: string | null; name?: string; at?: Date },
): Promise<void> {
  const content = { kind: 'event' as const, fields: eventContent.parse(event) };
  const isPublished = isPublic(event);
  await saveRevision(tx, { id: by }, { id: event.id, content, name, isPublished, at });
}

/** Before the first change since versions are kept: what there was is a version too. */
export async function saveInitialEventRevision(tx: Transaction, event: EventRecord): Promise<void> {
  const isKept = await tx.$count(
    publicationVersions,
    eq(publicationVersions.publicationId, event.id),
  );
  if (isKept > 0) return;
  await saveEventRevision(tx, event, { by: event.updatedBy, at: event.updatedAt });
}
