import { useSyncExternalStore } from 'react';
import { useTranslate } from '~/i18n/translation-context';
import { chooseTheme, currentTheme } from '~/site/theme';
import classes from './tools.module.css';

function subscribe(onChange: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  system.addEventListener('change', onChange);
  return () => {
    observer.disconnect();
    system.removeEventListener('change', onChange);
  };
}

/** Spec section 2: hidden by the header unless dark mode is enabled. Needs scripts. */
export function ThemeSwitch() {
  const t = useTranslate();
  const theme = useSyncExternalStore(subscribe, currentTheme, () => 'light' as const);
  const isDark = theme === 'dark';
  return (
    <button
      type="button"
      className={`${classes.tool} ${classes.scripted}`}
      aria-pressed={isDark}
      aria-label={t('header.dark-mode')}
      title={t('header.dark-mode')}
      onClick={() => chooseTheme(isDark ? 'light' : 'dark')}
    >
      <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true" fill="none">
        {isDark ? (
          <path
            d="M12 4V2M12 22v-2M4 12H2M22 12h-2M5.6 5.6L4.2 4.2M19.8 19.8l-1.4-1.4M5.6 18.4l-1.4 1.4M19.8 4.2l-1.4 1.4M12 8a4 4 0 100 8 4 4 0 000-8z"
            stroke="currentColor"
            strokeWidth="1.75"
          />
        ) : (
          <path
            d="M20 14.5A8 8 0 019.5 4a8 8 0 1010.5 10.5z"
            stroke="currentColor"
            strokeWidth="1.75"
            strokeLinejoin="round"
          />
        )}
      </svg>
    </button>
  );
}
