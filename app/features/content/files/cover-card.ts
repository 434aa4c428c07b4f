import type { PagePicture } from '~/site/page-meta';
import { picturePath } from '~/rich-text/pictures';
import type { ShownCover } from './cover-figure';

/** What previews of links show at most; larger ones are loaded for nothing. In pixels. */
const widest = 1_280;

/**
 * What links to a text are shown with elsewhere: its cover as a JPEG, which every reader of Open
 * Graph knows.
 * @returns undefined for a text without a cover of its own, which has the association's picture
 */
export function cardOf(cover: ShownCover, alt: string): PagePicture | undefined {
  if ('lines' in cover) return undefined;
  const widths = cover.variants
    .filter(({ format }) => format === 'jpeg')
    .map(({ width }) => width)
    .toSorted((a, b) => a - b);
  const width = widths.findLast((each) => each <= widest) ?? widths[0];
  if (width === undefined) return undefined;
  const height = Math.round((width * cover.height) / cover.width);
  return { path: picturePath(cover.id, { width, format: 'jpeg' }), alt, width, height };
}
