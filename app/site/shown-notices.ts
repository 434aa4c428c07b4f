/** The cookie of what the server has to say on the next page. */
export const noticeCookieName = '__Host-notice';

/** Those of this page: an answer under way may carry them once more. */
const shown = new Set<string>();

/** The notices that this page has not shown yet; from now on it has, and their cookie is removed. */
export function takeUnshown<T extends { id: string }>(notices: readonly T[]): T[] {
  const unshown = notices.filter(({ id }) => !shown.has(id));
  for (const { id } of unshown) shown.add(id);
  if (notices.length > 0) removeShown();
  return unshown;
}

/** What another answer has said meanwhile stays in the cookie. */
function removeShown(): void {
  const [, value] =
    new RegExp(`(?:^|;\\s*)${noticeCookieName}=([^;]+)`).exec(document.cookie) ?? [];
  if (!value) return;
  const kept = idsIn(decodeURIComponent(value)).some((id) => !shown.has(id));
  if (!kept) document.cookie = `${noticeCookieName}=; Path=/; Secure; SameSite=Lax; Max-Age=0`;
}

const idsIn = (notices: string) =>
  [...notices.matchAll(/"id":"([\w-]+)"/g)].map(([, id = '']) => id);
