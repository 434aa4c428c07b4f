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

/**
 * The path by which the router looks for a route: that of the page when its data is asked for, and each
 * part decoded. The router then compares without regard to case.
 * @param pathname as it was sent, decodable
 */
export function routerPathname(pathname: string): string {
  const page = pathname.replace(/(\/_)?\.data$/, '');
  // A slash that was encoded divides no parts.
  const decode = (part: string) => decodeURIComponent(part).replaceAll('/', '%2F');
  return page.split('/').map(decode).join('/');
}
