/** Pages that visitors read: they need few of the texts. Most pages with forms get all of them. */
const readingPath =
  /^\/($|about$|news($|\/)|article\/|events\/[^/]+$|privacy-policy($|\/)|end-user-agreement($|\/)|security-policy$)/;

export function isReadingPage(pathname: string): boolean {
  return readingPath.test(pathname);
}

/** Which of the texts a page loads: all, or what visitors need of them there. */
export type TextPart = 'all' | 'reading' | 'application';

/**
 * What visitors need at an address. The application has the longest form that anybody may fill in;
 * what it was sent is answered with its own texts.
 */
export function textPartOf(pathname: string): TextPart {
  if (pathname === '/membership' || pathname === '/membership/sent') return 'application';
  return isReadingPage(pathname) ? 'reading' : 'all';
}
