/**
 * The path of this site that `address` names, or null when it could lead anywhere else.
 * Refuses what browsers read as another host: `//host`, `/\host`, `/..//host`, control characters
 * (WHATWG URL, OWASP ASVS 5.0 3.7.2).
 */
export function ownPath(address: string | null | undefined): string | null {
  if (!address || address.length > 2000) return null;
  // oxlint-disable-next-line no-control-regex -- control characters are what is refused
  if (!/^\/(?![/\\])/.test(address) || /[\u0000-\u001F\u007F\\]/.test(address)) return null;
  const base = 'http://own.invalid';
  const url = URL.parse(address, base);
  if (!url || url.origin !== base || url.pathname.startsWith('//')) return null;
  return `${url.pathname}${url.search}${url.hash}`;
}
