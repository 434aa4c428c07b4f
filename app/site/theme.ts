/** The stored choice (spec section 3): `dark` or empty; without one the system's setting holds. */
export const themeKey = 'theme';

export type Theme = 'dark' | 'light';

/** Runs before the first paint, so that the page never flashes in the other theme. */
export const themeScript = `try{var t=localStorage.getItem('${themeKey}');if(t!==null)document.documentElement.dataset.theme=t==='dark'?'dark':'light'}catch(e){}`;

/** The theme in force: the stored choice or the system's. */
export function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'dark' || chosen === 'light') return chosen;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** Chooses a theme and keeps the choice. */
export function chooseTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(themeKey, theme === 'dark' ? 'dark' : '');
  } catch {
    // Storage may be blocked; the choice then holds for this page only.
  }
}

/** The stored choice, or that of the system when nothing is stored. */
export function storedTheme(): Theme | 'system' {
  try {
    const stored = localStorage.getItem(themeKey);
    if (stored === null) return 'system';
    return stored === 'dark' ? 'dark' : 'light';
  } catch {
    return 'system';
  }
}

/** Forgets the choice, so that the system's setting holds. */
export function followSystemTheme(): void {
  delete document.documentElement.dataset.theme;
  try {
    localStorage.removeItem(themeKey);
  } catch {
    // Storage may be blocked; then nothing was stored.
  }
}
