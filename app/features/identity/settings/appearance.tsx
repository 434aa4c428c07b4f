import { useEffect, useState } from 'react';

import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { ownLanguageName } from '~/lib/format/display-names';
import { chooseTheme, followSystemTheme, storedTheme } from '~/site/theme';
import { useSite } from '~/site/site';
import { Button } from '~/ui/button';
import { SelectField } from '~/ui/fields/fields';
import fields from '~/ui/fields/fields.module.css';
import classes from '~/ui/form.module.css';
import { Form } from '~/ui/form';

/** Language and theme, which this browser remembers. */
export function Appearance() {
  const t = useTranslate();
  const language = useLanguage();
  const site = useSite();
  const languages = site?.config.languages ?? [];
  const hasThemes = site?.config.flags.darkMode ?? false;
  if (languages.length <= 1 && !hasThemes) return null;
  return (
    <section className={classes.panel} aria-labelledby="appearance">
      <h2 id="appearance" tabIndex={-1}>
        {t('settings.appearance')}
      </h2>
      <p>{t('settings.appearance-hint')}</p>
      {hasThemes && (
        <noscript>
          <p>{t('settings.theme-needs-scripts')}</p>
        </noscript>
      )}
      {languages.length > 1 && (
        <Form method="post" action="/language" className={classes.bar} reloadDocument>
          <input type="hidden" name="from" value="/settings#appearance" />
          <input type="hidden" name="confirm" value="on" />
          <SelectField
            name="language"
            label={t('settings.language')}
            defaultValue={language}
            choices={languages.map((code) => ({ value: code, label: ownLanguageName(code) }))}
          />
          <Button>{t('settings.choose')}</Button>
        </Form>
      )}
      {hasThemes && <ThemeChoice />}
    </section>
  );
}

function ThemeChoice() {
  const t = useTranslate();
  const [theme, setTheme] = useState<string>('system');
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- storage exists in the browser only
    setTheme(storedTheme());
  }, []);
  const choose = (value: string) => {
    setTheme(value);
    if (value === 'dark' || value === 'light') chooseTheme(value);
    else followSystemTheme();
  };
  return (
    <div className={fields.scripted}>
      <SelectField
        name="theme"
        label={t('settings.theme')}
        value={theme}
        onChoose={choose}
        choices={[
          { value: 'system', label: t('settings.theme-system') },
          { value: 'light', label: t('settings.theme-light') },
          { value: 'dark', label: t('settings.theme-dark') },
        ]}
      />
    </div>
  );
}
