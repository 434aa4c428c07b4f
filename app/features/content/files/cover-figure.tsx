import type { CoverDrawing } from '~/features/content/covers/cover-drawing';
import { useTranslate } from '~/i18n/translation-context';
import classes from './cover-figure.module.css';

export type Cover = {
  id: string;
  width: number;
  height: number;
  variants: { format: 'avif' | 'webp' | 'jpeg'; width: number }[];
};

/** A picture, or the drawing of a text without one. */
export type ShownCover = Cover | CoverDrawing;

type CoverFigureProps = {
  cover: ShownCover | null;
  alt: string;
  credit: string;
  /** How wide it is shown; absent: as wide as a text. */
  sizes?: string;
  /** The secret of a preview, while the picture is not public. */
  preview?: string;
};

const wide = '(min-width: 72rem) 52rem, 100vw';

/** The cover of a text on a card, beside the title that says everything. */
export function CardCover({ cover }: { cover: ShownCover }) {
  return <CoverFigure cover={cover} alt="" credit="" sizes="12rem" />;
}

/** The picture of a text, in the size and format that suits; its place is kept free (CLS 0). */
export function CoverFigure(props: CoverFigureProps) {
  const { cover, alt, credit, sizes = wide, preview } = props;
  const t = useTranslate();
  if (!cover) return null;
  if ('lines' in cover) {
    return (
      <svg
        viewBox="0 0 320 100"
        preserveAspectRatio="xMidYMid slice"
        className={classes.drawing}
        aria-hidden="true"
      >
        <path d={cover.shape} />
        <path d={cover.lines} />
      </svg>
    );
  }
  const query = preview ? `?preview=${encodeURIComponent(preview)}` : '';
  const addressOf = (width: number, format: string) =>
    `/pictures/${cover.id}/${width}.${format}${query}`;
  const setOf = (format: string) =>
    cover.variants
      .filter((variant) => variant.format === format)
      .map(({ width }) => `${addressOf(width, format)} ${width}w`)
      .join(', ');
  return (
    <figure className={classes.cover}>
      <picture>
        <source type="image/avif" srcSet={setOf('avif')} sizes={sizes} />
        <source type="image/webp" srcSet={setOf('webp')} sizes={sizes} />
        <img
          src={addressOf(cover.width, 'jpeg')}
          srcSet={setOf('jpeg')}
          sizes={sizes}
          width={cover.width}
          height={cover.height}
          alt={alt}
          decoding="async"
        />
      </picture>
      {credit && <figcaption>{t('publication.credit', { credit })}</figcaption>}
    </figure>
  );
}
