/** What scanners say of this site, and what it means; docs/SECURITY.md says the same in its table. */
export const explained: readonly { said: RegExp; meaning: string }[] = [
  { said: /maximum execution time|^Scan terminated|items checked:/, meaning: 'it has ended' },
  { said: /^Server: No banner/, meaning: 'the server does not say what it is' },
  { said: /^No CGI Directories/, meaning: 'there are none' },
  { said: /^Uncommon header '/, meaning: 'the security headers, and the id of the request' },
  {
    said: /^Server leaks inodes via ETags/,
    meaning: 'the ETag is a digest of the text; no file is behind it',
  },
  { said: /^"robots\.txt" contains \d+ entr/, meaning: 'what it names is guarded, or public' },
  {
    said: /^OSVDB-3092: \/(sitemap\.xml|news|events|login|forum|membership)\b/,
    meaning: 'public on purpose, or a page to sign in',
  },
  {
    said: /^Allowed HTTP Methods: GET, HEAD, POST, OPTIONS$/,
    meaning: 'these four are answered; OPTIONS says so',
  },
  {
    said: /^Cookie __Host-\w+ created without the httponly flag/,
    meaning: 'false: each cookie of the server carries it; the scanner overlooks how it is written',
  },
  {
    said: /X-XSS-Protection/,
    meaning: 'not sent on purpose: browsers have removed that filter, which made holes of its own',
  },
  {
    said: /Lack of anti CSRF token/,
    meaning: 'no token on purpose: Sec-Fetch-Site and Origin of every request are checked instead',
  },
];
