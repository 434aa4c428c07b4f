import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import type { Sharp } from 'sharp';
import { type Actor, anonymous } from '~/policy/actor';
import { db, schema, transaction } from '~/db/db.server';
import type { PictureVariant } from '~/db/schema/content/publishing';
import { AppError } from '~/policy/errors';
import { appendAudit } from '~/features/identity/audit/audit.server';
import { isUuid } from '~/lib/is-uuid';
import { newId } from '~/lib/new-id';
import {
  type PictureFormat,
  pictureFormats,
  pictureWidths,
  usualFocus,
  widestPicture,
} from '~/rich-text/pictures';
import { authorise, can } from '~/policy/permissions';
import { fileStore } from '~/platform/files/file-store.server';
import { requireNoVirus } from '~/platform/files/virus-scanner.server';
import type { TypedContent } from '~/features/content/publishing/content-schemas';
import { pictureKey } from './picture-key';
import { hasPicture } from '~/features/content/publishing/publication-kinds';
import type { SeenText } from '~/features/content/publishing/publication-states.server';
import { readWorking } from '~/features/content/publishing/publication-rows.server';
import { saveInitialRevision } from '~/features/content/publishing/save-revision.server';
import { writeSaved } from '~/features/content/publishing/saving.server';
import { isInPreview, isVisibleSomewhere } from './visible-files.server';
import { lockUpToDate } from '~/features/content/publishing/pending-changes.server';

const { pictures } = schema;

/** A picture of 24 megapixels is larger than any camera of a court's guests makes on purpose. */
const maxPixels = 40_000_000;
const accepted = ['jpeg', 'png', 'webp'];

type Made = { width: number; height: number; files: (PictureVariant & { data: Buffer })[] };

/**
 * Reads a picture and makes its sizes. Nothing of the file itself is kept: no name, place or
 * device that a camera wrote into it (EXIF), since only pixels are encoded anew.
 */
async function makeVariants(bytes: Buffer): Promise<Made> {
  // Loaded with the first picture: it takes 20 MB and is rarely needed.
  const { default: sharp } = await import('sharp');
  const options = { limitInputPixels: maxPixels, failOn: 'error' as const };
  const facts = await sharp(bytes, options)
    .metadata()
    .catch(() => null);
  if (!facts || !accepted.includes(facts.format)) {
    throw new AppError('error.storage/type-not-allowed');
  }
  // Apply the camera's orientation, since the metadata is removed.
  const upright = sharp(bytes, options).rotate();
  const { data, info } = await upright
    .resize({ width: widestPicture, withoutEnlargement: true })
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true })
    .catch((error: unknown) => {
      throw new AppError('error.storage/image-too-large', { cause: error });
    });
  const files: Made['files'] = [];
  for (const width of pictureWidths(info.width)) {
    const sized = sharp(data).resize({ width });
    for (const format of pictureFormats) {
      const encoded = await encode(sized.clone(), format);
      files.push({ format, width, bytes: encoded.length, data: encoded });
    }
  }
  return { width: info.width, height: info.height, files };
}

function encode(image: Sharp, format: PictureFormat): Promise<Buffer> {
  switch (format) {
    case 'avif':
      return image.avif({ quality: 50, effort: 3 }).toBuffer();
    case 'webp':
      return image.webp({ quality: 75 }).toBuffer();
    case 'jpeg':
      return image
        .flatten({ background: '#ffffff' })
        .jpeg({ quality: 78, mozjpeg: true })
        .toBuffer();
  }
}

/**
 * Gives a text another cover image, as a saved change.
 * @throws AppError `error.storage/no-file-provided`, `error.storage/type-not-allowed`,
 *   `error.storage/image-too-large`, `error.storage/infected`, `error.changed-meanwhile`
 */
export async function setCover(actor: Actor, text: SeenText, bytes: Buffer): Promise<void> {
  authorise(actor, 'content.edit');
  if (!hasPicture(text.kind)) throw new AppError('error.content.not-possible');
  await changeCover(actor, text, await preparePicture(actor, bytes));
}

/**
 * Makes the sizes of a picture and stores them; the caller adds its row.
 * @throws AppError as `setCover`
 */
export async function preparePicture(actor: Actor, bytes: Buffer): Promise<NewPicture> {
  authorise(actor, 'content.edit');
  if (bytes.length === 0) throw new AppError('error.storage/no-file-provided');
  await requireNoVirus(async () => Readable.from([bytes]));
  const made = await makeVariants(bytes);
  const id = newId();
  // The files first: a row never names a file that is not there.
  for (const { format, width, data } of made.files) {
    await fileStore().put(pictureKey(id, width, format), data);
  }
  const variants = made.files.map(({ data: _data, ...variant }) => variant);
  return { id, width: made.width, height: made.height, variants };
}

/**
 * Stores a picture for the words of a text; until a text that has it is saved, only those who write
 * see it.
 * @throws AppError as `setCover`
 */
export async function addPicture(actor: Actor, bytes: Buffer) {
  authorise(actor, 'content.edit');
  const picture = await preparePicture(actor, bytes);
  await db()
    .insert(pictures)
    .values({ ...picture, createdBy: actor.id });
  const { id, width, height } = picture;
  return { id, width, height };
}

/** Takes the cover image away, as a saved change. @throws AppError `error.changed-meanwhile` */
export async function removeCover(actor: Actor, text: SeenText): Promise<void> {
  authorise(actor, 'content.edit');
  await changeCover(actor, text, null);
}

type NewPicture = { id: string; width: number; height: number; variants: PictureVariant[] };

async function changeCover(actor: Actor, text: SeenText, picture: NewPicture | null) {
  await transaction(async (tx) => {
    const row = await lockUpToDate(tx, text, text.baseVersion);
    await saveInitialRevision(tx, { kind: text.kind, row });
    if (picture) await tx.insert(pictures).values({ ...picture, createdBy: actor.id });
    const content = withCover(await readWorking(tx, text), picture?.id ?? null);
    await writeSaved(tx, actor, { row, content, keepsDraft: true });
    await appendAudit(tx, actor, {
      action: picture ? 'content.set-cover' : 'content.remove-cover',
      target: { kind: text.kind, id: text.id },
    });
  });
}

/** Another picture has its own part that stays in sight. */
function withCover(content: TypedContent, cover: string | null): TypedContent {
  const coverFocus = usualFocus;
  switch (content.kind) {
    case 'news':
      return { kind: content.kind, fields: { ...content.fields, cover, coverFocus } };
    case 'article':
      return { kind: content.kind, fields: { ...content.fields, cover, coverFocus } };
    case 'board-member':
      return { kind: content.kind, fields: { ...content.fields, cover } };
    case 'page':
    case 'event-translation':
      return content;
  }
}

const mediaTypes = { avif: 'image/avif', webp: 'image/webp', jpeg: 'image/jpeg' } as const;

export type OpenedPicture = { mediaType: string; bytes: number; stream: Readable };

/**
 * One size of a picture, a cover or one in the words: of a text that visitors see, for those who
 * write, or by a preview link.
 * @param name such as `960.avif`
 * @throws AppError `error.not-found`
 */
export async function openPicture(
  actor: Actor,
  { id, name, preview }: { id: string; name: string; preview: string | null },
): Promise<OpenedPicture & { isPublic: boolean }> {
  authorise(actor, 'publication.read');
  const [picture] = isUuid(id) ? await db().select().from(pictures).where(eq(pictures.id, id)) : [];
  const variant = picture?.variants.find(({ format, width }) => name === `${width}.${format}`);
  if (!variant) throw new AppError('error.not-found');
  const isPublic = await isVisibleSomewhere(anonymous, { picture: id });
  const maySee =
    isPublic ||
    can(actor, 'content.edit') ||
    (await isVisibleSomewhere(actor, { picture: id })) ||
    (await isInPreview(actor, { picture: id }, preview));
  if (!maySee) throw new AppError('error.not-found');
  const stream = await fileStore().getStream(pictureKey(id, variant.width, variant.format));
  return { mediaType: mediaTypes[variant.format], bytes: variant.bytes, stream, isPublic };
}
