import { createHash } from 'node:crypto';
import { association } from '~/platform/association.server';
import { AppError } from '~/policy/errors';
import type { Actor } from '~/policy/actor';
import { authorise } from '~/policy/permissions';
import { emblem } from '~/site/emblem';
import { getLogo } from './association.server';

/** What links to the site are shown with elsewhere (Open Graph): 1.91 to 1. */
export const socialCardSize = { width: 1200, height: 630 };

const defaultColour = '#14386b';

/** Changes when the picture has to: with the colour and the logo. */
export function socialCardDigest(): string {
  const { lightColour, logoDigest } = association();
  const drawn = JSON.stringify([lightColour ?? defaultColour, logoDigest, emblem]);
  return createHash('sha256').update(drawn).digest('hex').slice(0, 16);
}

/** Drawn once for each colour and logo. */
let drawn: { digest: string; picture: Promise<Buffer> } | null = null;

/**
 * The emblem, or the logo, on the association's colour, as a PNG. It has no words, since they stand
 * beside it wherever it is shown.
 * @throws AppError `error.not-found` for a picture of earlier settings
 */
export async function getSocialCard(actor: Actor, digest: string): Promise<Buffer> {
  authorise(actor, 'publication.read');
  if (digest !== socialCardDigest()) throw new AppError('error.not-found');
  if (drawn?.digest !== digest) {
    const picture = draw(actor);
    drawn = { digest, picture };
    picture.catch(() => {
      drawn = null;
    });
  }
  return drawn.picture;
}

async function draw(actor: Actor): Promise<Buffer> {
  const { lightColour, logoDigest } = association();
  const colour = lightColour ?? defaultColour;
  const logo = logoDigest === null ? null : await getLogo(actor, logoDigest);
  const { default: sharp } = await import('sharp');
  const picture = sharp(Buffer.from(background(colour, logo === null)));
  if (!logo) return picture.png({ palette: true }).toBuffer();
  const shown = await sharp(logo)
    .resize({ width: plate.width - 80, height: plate.height - 80, fit: 'inside' })
    .toBuffer();
  return picture
    .composite([{ input: shown }])
    .png({ palette: true })
    .toBuffer();
}

/** A light sheet for a logo, whose colours are those of a light page. */
const plate = { width: 720, height: 300 };

function background(colour: string, hasEmblem: boolean): string {
  const { width, height } = socialCardSize;
  const arches = Array.from({ length: 9 }, (_, index) => 232 + index * 64)
    .map((radius) => `M${width / 2 - radius} 363a${radius} ${radius} 0 0 1 ${2 * radius} 0`)
    .join('');
  const lines = `<path d="${arches}M0 441h${width}" stroke="#fff" stroke-opacity=".16" stroke-width="2"/>`;
  const { stones, joints, stoneWidth, jointWidth } = emblem;
  const middle = hasEmblem
    ? `<g transform="translate(360 75) scale(12)"><path d="${stones}" stroke="#fff" stroke-width="${stoneWidth}"/><path d="${joints}" stroke="${colour}" stroke-width="${jointWidth}"/></g>`
    : `<rect x="${(width - plate.width) / 2}" y="${(height - plate.height) / 2}" width="${plate.width}" height="${plate.height}" rx="12" fill="#fff"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" fill="none"><rect width="${width}" height="${height}" fill="${colour}"/>${hasEmblem ? lines : ''}${middle}</svg>`;
}
