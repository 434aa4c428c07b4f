import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { storeLanguage } from '~/i18n/stored-language';
import { useTranslate } from '~/i18n/translation-context';
import { DisclosureMenu } from '~/ui/dialog/disclosure-menu';
import classes from './tools.module.css';

const names: Record<string, string> = { en: 'English', fr: 'Français', de: 'Deutsch' };

const buttonId = 'choose-language';

type LanguageSwitchProps = { languages: readonly string[]; current: string };

/** Spec section 2: hidden by the header when one language or fewer is active. */
export function LanguageSwitch({ languages, current }: LanguageSwitchProps) {
  const t = useTranslate();
  const { pathname, search, hash } = useLocation();
  useEffect(() => {
    // The page in the other language begins where the choice was made; its address is the same.
    if (hash === `#${buttonId}`) history.replaceState(history.state, '', `${pathname}${search}`);
  }, [pathname, search, hash]);
  return (
    <DisclosureMenu
      className={classes.menu}
      summaryClassName={classes.tool}
      summaryId={buttonId}
      // What is seen stands in what is said (WCAG 2.5.3).
      label={`${current.toUpperCase()}, ${t('header.language', { language: names[current] ?? current })}`}
      summary={current.toUpperCase()}
    >
      <form method="post" action="/language" className={classes.panel}>
        <input type="hidden" name="from" value={`${pathname}${search}#${buttonId}`} />
        {languages.map((language) => (
          <button
            key={language}
            type="submit"
            name="language"
            value={language}
            lang={language}
            className={classes.entry}
            aria-current={language === current || undefined}
            onClick={() => storeLanguage(language)}
          >
            {names[language] ?? language}
          </button>
        ))}
      </form>
    </DisclosureMenu>
  );
}
