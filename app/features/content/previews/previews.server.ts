import { createHash, randomBytes } from 'node:crypto';
import { and, desc, eq, gt } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '~/policy/actor';
import { db, schema, transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { appendAudit } from '~/features/identity/audit/audit.server';
import { isUuid } from '~/lib/is-uuid';
import { newId } from '~/lib/new-id';
import { authorise } from '~/policy/permissions';
import { picturesIn } from '~/rich-text/pictures';
import type { RichText } from '~/rich-text/rich-text';
import { eventSaying } from '~/features/content/publishing/event-record.server';
import { isItemContent, isPictured } from '~/features/content/publishing/content-schemas';
import type { RevisionKind } from '~/features/content/publishing/publication-kinds';
import { getCore, readWorking } from '~/features/content/publishing/publication-rows.server';

const { events, previewLinks } = schema;

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

export const previewSchema = z.strictObject({
  intent: z.literal('preview'),
  days: z.coerce.number().int().min(1).max(30),
});
export const revokePreviewSchema = z.strictObject({
  intent: z.literal('revoke-preview'),
  link: z.string().refine(isUuid, { error: 'form.invalid' }),
});

type Place = { kind: RevisionKind; id: string };

/**
 * Creates a link that shows the unpublished text to anyone who has it. Only its hash is stored.
 * @param days how long it works
 * @returns the path, which is shown once
 */
export async function makePreviewLink(actor: Actor, place: Place, days: number): Promise<string> {
  authorise(actor, 'content.edit');
  await refuseUnknown(place);
  const token = randomBytes(32).toString('base64url');
  const id = newId();
  await transaction(async (tx) => {
    await tx.insert(previewLinks).values({
      id,
      createdBy: actor.id,
      kind: place.kind,
      publicationId: place.id,
      hash: hashOf(token),
      expiresAt: new Date(Date.now() + days * 24 * 3_600_000),
    });
    await appendAudit(tx, actor, {
      action: 'content.preview-link',
      target: { kind: place.kind, id: place.id },
    });
  });
  return `/preview/${token}`;
}

async function refuseUnknown({ kind, id }: Place): Promise<void> {
  if (kind !== 'event') await getCore({ kind, id });
  else if (!isUuid(id) || (await db().$count(events, eq(events.id, id))) === 0) {
    throw new AppError('error.not-found');
  }
}

/** The links to a text that still work. */
export function listPreviewLinks(actor: Actor, place: Place) {
  authorise(actor, 'content.edit');
  const { id, createdAt, expiresAt, publicationId } = previewLinks;
  return db()
    .select({ id, createdAt, expiresAt })
    .from(previewLinks)
    .where(and(eq(publicationId, place.id), gt(expiresAt, new Date())))
    .orderBy(desc(createdAt));
}

export async function revokePreviewLink(actor: Actor, place: Place, link: string): Promise<void> {
  authorise(actor, 'content.edit');
  await transaction(async (tx) => {
    const gone = await tx
      .delete(previewLinks)
      .where(and(eq(previewLinks.id, link), eq(previewLinks.publicationId, place.id)))
      .returning({ id: previewLinks.id });
    if (gone.length === 0) throw new AppError('error.not-found');
    await appendAudit(tx, actor, {
      action: 'content.revoke-preview',
      target: { kind: place.kind, id: place.id },
    });
  });
}

/** What a preview link leads to. @throws AppError `error.not-found` when it does not work */
export async function openPreview(actor: Actor, token: string) {
  authorise(actor, 'publication.preview');
  const link = await findLink(token);
  if (!link || link.kind === 'event') throw new AppError('error.not-found');
  const place = { kind: link.kind, id: link.publicationId };
  const row = await getCore(place);
  const content = await readWorking(db(), place);
  if (content.kind === 'event-translation') throw new AppError('error.not-found');
  return { row, content };
}

/** The event that a preview link leads to, as its page would show it; null when it leads elsewhere. */
export async function findPreviewedEvent(actor: Actor, token: string) {
  authorise(actor, 'publication.preview');
  const link = await findLink(token);
  if (link?.kind !== 'event' && link?.kind !== 'event-translation') return null;
  const written = link.kind === 'event' ? null : await findTranslation(link.publicationId);
  const id = written?.event ?? link.publicationId;
  const [event] = await db().select().from(events).where(eq(events.id, id));
  if (!event) return null;
  const isCancelled = event.status === 'cancelled';
  return {
    ...eventSaying(event, written?.words ?? null),
    status: isCancelled ? event.status : ('published' as const),
  };
}

/** What is being written of an event in a further language. */
async function findTranslation(id: string) {
  const place = { kind: 'event-translation' as const, id };
  const { language, translationGroup } = await getCore(place);
  const content = await readWorking(db(), place);
  if (content.kind !== place.kind) throw new AppError('error.not-found');
  return { event: translationGroup, words: { language, ...content.fields } };
}

type PreviewedFiles = {
  /** The page, whose files are not its own. */
  page: string | null;
  pictures: string[];
  attachments: string[];
};

/** The pictures and the files of what a preview link leads to. */
export async function findPreviewedFiles(actor: Actor, token: string): Promise<PreviewedFiles> {
  const event = await findPreviewedEvent(actor, token);
  if (event) {
    return { page: null, pictures: picturesOf(event), attachments: event.attachments };
  }
  const { row, content } = await openPreview(actor, token);
  if (isItemContent(content)) {
    const { fields } = content;
    return { page: null, pictures: picturesOf(fields), attachments: fields.attachments };
  }
  // An entry of the board is shown on its page, with the files of that page.
  const { cover = null } = isPictured(content) ? content.fields : {};
  const pictures = picturesOf({ cover, body: content.fields.body });
  return { page: row.slug, pictures, attachments: [] };
}

const picturesOf = ({ cover, body }: { cover: string | null; body: RichText }): string[] => [
  ...(cover ? [cover] : []),
  ...picturesIn(body).map(({ attrs }) => attrs.id),
];

async function findLink(token: string) {
  const [link] = await db()
    .select()
    .from(previewLinks)
    .where(and(eq(previewLinks.hash, hashOf(token)), gt(previewLinks.expiresAt, new Date())));
  return link;
}
