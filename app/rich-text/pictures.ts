import type { Picture, RichText } from './rich-text';

/** How long the words of a picture may be, and how many pictures a text may have. */
export const pictureLimits = { alt: 300, caption: 300, pictures: 50 };

/** The largest width in which a picture is stored, in pixels. */
export const widestPicture = 1440;

/** The widths in which a picture of this width is stored, the smallest first. */
export const pictureWidths = (width: number): number[] => [
  ...[480, 960, widestPicture].filter((smaller) => smaller < width),
  width,
];

/** The formats in which each of them is stored, the best first. */
export const pictureFormats = ['avif', 'webp', 'jpeg'] as const;
export type PictureFormat = (typeof pictureFormats)[number];

/**
 * The address of one size of a picture.
 * @param preview the secret of a preview link, while the picture is not public
 */
export function picturePath(
  id: string,
  size: { width: number; format: PictureFormat },
  preview?: string,
): string {
  const query = preview ? `?preview=${encodeURIComponent(preview)}` : '';
  return `/pictures/${id}/${size.width}.${size.format}${query}`;
}

/** The pictures of a text. */
export const picturesIn = ({ content }: RichText): Picture[] =>
  content.filter((block) => block.type === 'picture');

/** The words of a picture in one line, for those who do not see it. */
export const pictureWords = ({ attrs: { alt, caption } }: Picture): string =>
  `[${alt}]${caption ? ` ${caption}` : ''}`;

/** Which part of a cover image stays in sight where it is shown cropped. */
export const coverFocuses = [
  'top-left',
  'top',
  'top-right',
  'left',
  'centre',
  'right',
  'bottom-left',
  'bottom',
  'bottom-right',
] as const;
export type CoverFocus = (typeof coverFocuses)[number];

/** Where nothing else is chosen. */
export const usualFocus = 'centre' as const satisfies CoverFocus;

/** What was sent or kept, else the middle. */
export const coverFocusOf = (text: string | undefined): CoverFocus =>
  coverFocuses.find((focus) => focus === text) ?? usualFocus;
