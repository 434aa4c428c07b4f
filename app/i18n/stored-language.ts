/** Local key of spec section 3. */
const key = 'lang';

/**
 * Brings the language that this browser has stored to the server, when the page came in another:
 * only an active language counts, any other falls back to the default (spec section 4).
 * @param shown the page's language
 * @param active the languages that may be chosen
 * @returns whether the page is being loaded again in the stored language
 */
export function applyStoredLanguage(shown: string, active: readonly string[]): boolean {
  const stored = readStored();
  if (!stored || stored === shown || !active.includes(stored)) return false;
  if (!navigator.cookieEnabled || document.cookie.includes(`${key}=${stored}`)) return false;
  document.cookie = `${key}=${stored}; Path=/; Max-Age=${365 * 24 * 3600}; Secure; SameSite=Lax`;
  if (!document.cookie.includes(`${key}=${stored}`)) return false;
  location.reload();
  return true;
}

/** Keeps a choice in this browser. */
export function storeLanguage(language: string): void {
  try {
    localStorage.setItem(key, language);
  } catch {
    // Storage may be blocked; the cookie is what the server reads.
  }
}

function readStored(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
