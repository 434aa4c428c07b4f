import type { Actor } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import { getLogo } from './association.server';

/** Of browsers' tabs, of Apple's home screens, and of what lists feeds. */
const sizes = [32, 180, 192] as const;
/** Apple fills what is transparent with black. */
const onWhite = 180;

/** Drawn once for each logo and size, in each process. */
let drawn: { digest: string; icons: Map<number, Promise<Buffer>> } | null = null;

/**
 * The logo as a square icon, as a PNG: whole, with empty edges where it is no square.
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
  const isOnWhite = size === onWhite;
  const background = { r: 255, g: 255, b: 255, alpha: isOnWhite ? 1 : 0 };
  const whole = isOnWhite ? sharp(logo).flatten({ background }) : sharp(logo);
  return whole.resize(size, size, { fit: 'contain', background }).png().toBuffer();
}
