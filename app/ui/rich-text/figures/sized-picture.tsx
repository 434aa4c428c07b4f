import { type PictureFormat, picturePath } from '~/rich-text/pictures';

type SizedPictureProps = {
  picture: { id: string; width: number; height: number };
  /** In which it is stored. */
  widths: readonly number[];
  alt: string;
  /** How wide it is shown. */
  sizes: string;
  /** Whether it is loaded when it comes near: for what is not at the top of a page. */
  isLazy?: boolean;
  /** The secret of a preview, while the picture is not public. */
  preview?: string;
};

/** A stored picture in the size and format that suits; its place is kept free (CLS 0). */
export function SizedPicture({ picture, widths, alt, sizes, ...props }: SizedPictureProps) {
  const { id, width, height } = picture;
  const setOf = (format: PictureFormat) =>
    widths
      .map((each) => `${picturePath(id, { width: each, format }, props.preview)} ${each}w`)
      .join(', ');
  return (
    <picture>
      <source type="image/avif" srcSet={setOf('avif')} sizes={sizes} />
      <source type="image/webp" srcSet={setOf('webp')} sizes={sizes} />
      <img
        src={picturePath(id, { width, format: 'jpeg' }, props.preview)}
        srcSet={setOf('jpeg')}
        sizes={sizes}
        width={width}
        height={height}
        alt={alt}
        loading={props.isLazy ? 'lazy' : undefined}
        decoding="async"
      />
    </picture>
  );
}
