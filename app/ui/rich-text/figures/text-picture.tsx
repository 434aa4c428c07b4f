import { isUuid } from '~/lib/is-uuid';
import { pictureWidths, widestPicture } from '~/rich-text/pictures';
import { SizedPicture } from './sized-picture';

/** As wide as a text is read: `--measure`. */
const sizes = '(min-width: 44rem) 42rem, 100vw';

type TextPictureProps = { attrs: Record<string, unknown>; preview?: string };

/** A picture in a text, with its caption. What is not a whole picture is left out. */
export function TextPicture({ attrs, preview }: TextPictureProps) {
  const { id, alt, caption } = attrs;
  const [width, height] = [pixels(attrs.width), pixels(attrs.height)];
  if (typeof id !== 'string' || !isUuid(id) || typeof alt !== 'string' || alt === '') return null;
  if (width === 0 || width > widestPicture || height === 0) return null;
  return (
    <figure>
      <SizedPicture
        picture={{ id, width, height }}
        widths={pictureWidths(width)}
        alt={alt}
        sizes={sizes}
        preview={preview}
        isLazy
      />
      {typeof caption === 'string' && caption !== '' && <figcaption>{caption}</figcaption>}
    </figure>
  );
}

const pixels = (value: unknown): number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : 0;
