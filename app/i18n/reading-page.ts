/** Pages that visitors read: they need few of the texts. The pages with forms get all of them. */
const readingPath =
  /^\/($|about$|news($|\/)|article\/|events\/[^/]+$|privacy-policy($|\/)|end-user-agreement($|\/)|security-policy$)/;

export function isReadingPage(pathname: string): boolean {
  return readingPath.test(pathname);
}
