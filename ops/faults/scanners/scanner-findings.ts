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
    said: /^OSVDB-(3299|724): \S*(calendar\.php\?calbirthdays|ans\.pl\?p=)/,
    meaning:
      'false: the scanner looks for "uid", which the menu of members has in the word "Guide"',
  },
  {
    said: /^\/admin\.cgi: InterScan VirusWall/,
    meaning: 'false: the scanner looks for "Administration", which is a word of that menu',
  },
  {
    said: /^GET parameter '\w+' appears to be .* injectable/,
    meaning: 'a first suspicion; what its longer tests found of it stands for itself',
  },
  {
    said: /^injectable: .*,false positive or unexploitable$/,
    meaning: 'not injectable, as it found itself: the answer differs because it is another page',
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
    said: /^HttpOnly Flag cookie: .* in the cookie : (consent|lang)$/,
    meaning: 'the choice of the visitor, which the scripts of the page read: nobody is known by it',
  },
  {
    said: /^Secure Flag cookie: .* in the cookie : consent$/,
    meaning: 'Secure where the site is reached by HTTPS, which a demonstration is not',
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
