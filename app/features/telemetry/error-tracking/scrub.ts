/** A label of a domain, percent-encoded too: letters of any script (RFC 5890), which are bytes from 80 up. */
const label = String.raw`(?:[\p{L}\p{N}\p{M}_-]|%[89a-f][0-9a-f]){1,190}`;
const domain = String.raw`(?:${label}(?:(?:[.\u3002\uFF0E\uFF61]|%2E)${label})+|\[[0-9a-z:.]{3,60}\])`;
/** What is in quotes may hold spaces (RFC 5321 section 4.1.2). */
const mailbox = String.raw`(?:"(?:[^"\\\r\n]|\\.){1,64}"|%22(?:(?!%22)[^\s@"]){1,190}%22|[^\s@"<>()]{1,190})`;

const patterns: readonly [RegExp, string][] = [
  // Addresses, also percent-encoded.
  [new RegExp(`${mailbox}(?:@|%40)${domain}`, 'giu'), '[e-mail]'],
  [/\beyJ[\w-]{5,500}\.[\w-]+\.[\w-]*/g, '[token]'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '[id]'],
  [/\b[0-9a-f]{24,}\b/gi, '[token]'],
  // Long runs of letters and figures mixed: tokens in base64url and the like, which may begin and
  // end with a hyphen.
  [/(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{28,}(?![\w-])/g, '[token]'],
  // What was asked for stands behind the question mark.
  [/\?[^\s)'"]*?(?=:\d+|[\s)'"]|$)/g, ''],
  [/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, '[address]'],
];

/**
 * What may be an IPv6 address, with a zone or a port behind it. One bounded run: what is sent here
 * by anybody must not keep the process busy.
 */
const perhapsIpv6 =
  /(?:(?<![\w:.%])|(?<=%[0-9a-f]{2}))(?:[0-9a-f.:]|%3a){1,60}(?<!\.)(?:%(?:25)?[\w.-]{1,60}(?::\d{1,5})?)?(?![\w:])/gi;

/** Whether a match is an IPv6 address (RFC 4291 section 2.2), not a time, a line of code or `a::b`. */
function isIpv6(found: string): boolean {
  const [address = ''] = found.replaceAll(/%3a/gi, ':').split('%', 1);
  if (!address.includes(':')) return false;
  const groups = address
    .replace(/(\.\d+):\d{1,5}$/, '$1')
    .split(':')
    .filter(Boolean);
  const isGroup = (text: string, at: number) =>
    /^[0-9a-f]{1,4}$/i.test(text) ||
    (at === groups.length - 1 && /^(?:\d{1,3}(?:\.\d{1,3}){3}|\d{5})$/.test(text));
  if (!groups.every(isGroup)) return false;
  const gaps = address.split('::').length - 1;
  // Eight groups, of which an IPv4 address at the end is two, and perhaps a port.
  if (gaps === 0) return groups.length === (address.includes('.') ? 7 : 8) || groups.length === 9;
  return (
    gaps === 1 &&
    groups.length < 9 &&
    (/\d/.test(address) || groups.length > 2 || /^f[c-f]../i.test(address))
  );
}

/** A text of an error without e-mail addresses, tokens, ids, queries and network addresses. */
export function scrub(text: string): string {
  const first = text.replace(perhapsIpv6, (found) => (isIpv6(found) ? '[address]' : found));
  return patterns.reduce((result, [pattern, sign]) => result.replace(pattern, sign), first);
}

/** A token that happens to have no figure; in texts it might be the name of a function. */
const tokenOfLetters = /(?<=\/)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{28,}/g;

/** A path of this site without what names one thing: `/user/[id]`. */
export function scrubPath(path: string): string {
  const [plain = '/'] = path.slice(0, 2000).split(/[?#]/, 1);
  return scrub(plain).replace(tokenOfLetters, '[token]').slice(0, 300) || '/';
}
