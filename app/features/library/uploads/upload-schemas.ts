import { z } from 'zod';
import { collections } from '~/lib/collections';
import { uploadName } from '~/features/library/resources/upload-name';

const name = z
  .string()
  .transform((given) => uploadName(given))
  .pipe(z.string());

const optionalId = z
  .union([z.literal(''), z.uuid()])
  .optional()
  .transform((id) => id || null);

/** What comes with a new upload (tus: Upload-Metadata). */
export const uploadMetadataSchema = z.strictObject({
  filename: name,
  collection: z.enum(collections),
  /** The folder it goes to; nothing is the top level. */
  parent: optionalId,
  /** Folders below it that come along, as `Reports/2026`. */
  path: z
    .string()
    .max(2000)
    .default('')
    .transform((path) => path.split('/').filter(Boolean))
    .pipe(z.array(name.pipe(z.string().max(200))).max(20)),
  /** The document whose newest version it becomes. */
  replaces: optionalId,
  /** The version that was the newest when its file was chosen. */
  current: z
    .string()
    .regex(/^\d{0,6}$/)
    .default('')
    .transform((number) => (number === '' ? null : Number(number))),
  note: z
    .string()
    .trim()
    .max(500)
    .refine((note) => !note.includes('\0'))
    .default(''),
  /** Hashed fingerprint by which the browser resumes the upload after a reload. */
  fingerprint: z.string().regex(/^[0-9a-f]{64}$/),
});
