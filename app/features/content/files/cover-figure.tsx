import type { CoverDrawing } from '~/features/content/covers/cover-drawing';
import { useTranslate } from '~/i18n/translation-context';
import type { CoverFocus } from '~/rich-text/pictures';
import { SizedPicture } from '~/ui/rich-text/figures/sized-picture';
import classes from './cover-figure.module.css';

export type Cover = {
  id: string;
  width: number;
  height: number;
  variants: { format: 'avif' | 'webp' | 'jpeg'; width: number }[];
  /** What stays in sight where it is cropped; absent: the middle. */
  focus?: CoverFocus;
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
  const widths = cover.variants.filter(({ format }) => format === 'jpeg');
  return (
    <figure className={classes.cover} data-focus={cover.focus}>
      <SizedPicture
        picture={cover}
        widths={widths.map(({ width }) => width)}
        alt={alt}
        sizes={sizes}
        preview={preview}
      />
      {credit && <figcaption>{t('publication.credit', { credit })}</figcaption>}
    </figure>
  );
}
