import type { Actor } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import { getLogo } from './association.server';

/** Of browsers' tabs, Apple's home screens and Android's. */
const sizes = [32, 180, 192, 512] as const;

/** Drawn once for each logo and size, in each process. */
let drawn: { digest: string; icons: Map<number, Promise<Buffer>> } | null = null;

/**
 * The logo as a square icon, as a PNG: whole, with transparent edges where it is no square.
 * @param size pixels on each side
 * @throws AppError `error.not-found` for another logo or size
 */
export async function getLogoIcon(actor: Actor, digest: string, size: number): Promise<Buffer> {
  if (!sizes.some((one) => one === size)) throw new AppError('error.not-found');
  const logo = await getLogo(actor, digest);
  if (drawn?.digest !== digest) drawn = { digest, icons: new Map() };
  const { icons } = drawn;
  const icon = icons.get(size) ?? draw(logo, size);
  icons.set(size, icon);
  icon.catch(() => icons.delete(size));
  return icon;
}

async function draw(logo: Buffer, size: number): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const background = { r: 0, g: 0, b: 0, alpha: 0 };
  return sharp(logo).resize(size, size, { fit: 'contain', background }).png().toBuffer();
}
