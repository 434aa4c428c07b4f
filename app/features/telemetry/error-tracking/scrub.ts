const patterns: readonly [RegExp, string][] = [
  // Addresses, also percent-encoded.
  [/[^\s@"<>()]{1,64}(?:@|%40)[\w-]{1,63}(?:\.[\w-]{1,63})+/gi, '[e-mail]'],
  [/\beyJ[\w-]{5,}\.[\w-]+\.[\w-]*/g, '[token]'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '[id]'],
  [/\b[0-9a-f]{24,}\b/gi, '[token]'],
  // Long runs of letters and figures mixed: tokens in base64url and the like, which may begin and
  // end with a hyphen.
  [/(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{28,}(?![\w-])/g, '[token]'],
  // What was asked for stands behind the question mark.
  [/\?[^\s)'"]*?(?=:\d+|[\s)'"]|$)/g, ''],
  [/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, '[address]'],
];

/** A text of an error without e-mail addresses, tokens, ids, queries and network addresses. */
export function scrub(text: string): string {
  return patterns.reduce((result, [pattern, sign]) => result.replace(pattern, sign), text);
}

/** A token that happens to have no figure; in texts it might be the name of a function. */
const tokenOfLetters = /(?<=\/)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{28,}/g;

/** A path of this site without what names one thing: `/user/[id]`. */
export function scrubPath(path: string): string {
  const [plain = '/'] = path.split(/[?#]/, 1);
  return scrub(plain).replace(tokenOfLetters, '[token]').slice(0, 300) || '/';
}
