import { ownPath } from '~/lib/addresses/own-path';

/**
 * The page wanted before a sign-in that leads over another site and back, which cannot carry it.
 * Kept as long as someone may take to sign in there.
 */
const cookieName = '__Host-wanted-page';
const attributes = 'Path=/; HttpOnly; Secure; SameSite=Lax';
const minutes = 10;

export const clearedWantedPageCookie = `${cookieName}=; ${attributes}; Max-Age=0`;

/** The cookie for an address as it was given, or the one that clears it when it is not our own. */
export function wantedPageCookie(address: string | null): string {
  const path = ownPath(address);
  if (!path) return clearedWantedPageCookie;
  return `${cookieName}=${encodeURIComponent(path)}; ${attributes}; Max-Age=${minutes * 60}`;
}

/** The page of this site that the cookie of a request names, or null. */
export function wantedPageOf(headers: Headers): string | null {
  const value = new RegExp(`(?:^|;\\s*)${cookieName}=([^;]+)`).exec(
    headers.get('cookie') ?? '',
  )?.[1];
  try {
    return ownPath(value && decodeURIComponent(value));
  } catch {
    return null;
  }
}
