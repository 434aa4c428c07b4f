import { create } from 'content-disposition';
import { withoutTurning } from '~/lib/forms/text-field';

/**
 * `Content-Disposition` of a download under a name in any script (RFC 6266, RFC 8187): the name
 * itself for every browser of today, and one in plain letters for others. Never inline.
 */
export function attachment(name: string): string {
  const safe = name.toWellFormed().replace(/[\p{Cc}/\\]/gu, '_');
  const plain = safe
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7E]|["%]/g, '_');
  return create(safe, { type: 'attachment', fallback: plain });
}

/** What Windows takes for a device, whatever ending follows; a ZIP with such a name is refused there. */
const deviceNames = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** Systems take names of 255 bytes; an ending, and a number that tells equal names apart, come after. */
const longestStem = 235;

/** As much of a text as fits, letters whole. */
function beginningOf(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  let length = 0;
  let beginning = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    length += Buffer.byteLength(segment);
    if (length > bytes) break;
    beginning += segment;
  }
  return beginning;
}

/** A title as a file name: what systems refuse in names is replaced, what is too long left out. */
export function fileNameOf(title: string, extension: string): string {
  const usable = withoutTurning(title).replace(/[\p{Cc}/\\:*?"<>|]/gu, '_');
  const stem = beginningOf(usable.replace(/^\.+/, ''), longestStem).replace(/[. ]+$/, '');
  const name = deviceNames.test(stem) ? `_${stem}` : stem || 'document';
  return `${name}.${extension}`;
}
