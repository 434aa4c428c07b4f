import type { Actor } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import { getLogo } from './association.server';

/** Of browsers' tabs, of Apple's home screens, and of what lists feeds. */
const sizes = [32, 180, 192] as const;
/** Apple fills what is transparent with black. */
const onWhite = 180;

/**
 * The logo as a square icon, as a PNG: whole, with empty edges where it is no square.
 * @param size pixels on each side
 * @throws AppError `error.not-found` for another logo or size
 */
export async function getLogoIcon(actor: Actor, digest: string, size: number): Promise<Buffer> {
  if (!sizes.some((one) => one === size)) throw new AppError('error.not-found');
  const logo = await getLogo(actor, digest);
  const { default: sharp } = await import('sharp');
  const isOnWhite = size === onWhite;
  const background = { r: 255, g: 255, b: 255, alpha: isOnWhite ? 1 : 0 };
  const whole = isOnWhite ? sharp(logo).flatten({ background }) : sharp(logo);
  return whole.resize(size, size, { fit: 'contain', background }).png().toBuffer();
}
