import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { visibleNavigation, withAdded } from '~/policy/navigation';
import { FooterLines } from '~/site/menu/footer-lines';
import { MenuLabel } from '~/site/menu/menu-label';
import { wordsIn } from '~/site/menu/words-in';
import type { MenuInput } from './menu-schemas';
import classes from './menu-preview.module.css';

/** Menu and footer as visitors would get them, in the language of the one who looks. */
export function MenuPreview({ menu, footer }: MenuInput) {
  const t = useTranslate();
  const languages = [useLanguage()];
  const added = menu
    .filter(({ isHidden }) => !isHidden)
    .map(({ url, inGroup, ...words }) => ({ url, inGroup, ...wordsIn(words, languages) }));
  const items = visibleNavigation('UNAUTHENTICATED', withAdded(added));
  return (
    <section className={classes.preview} aria-labelledby="menu-preview">
      <h3 id="menu-preview" tabIndex={-1}>
        {t('association.menu-preview')}
      </h3>
      <ul className={classes.bar}>
        {items.map(({ id, label, items: within }) => (
          <li key={id}>
            <MenuLabel label={label} />
            {within.length > 0 && (
              <ul>
                {within.map((item) => (
                  <li key={item.id}>
                    <MenuLabel label={item.label} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
      <FooterLines
        lines={footer.map(({ url, ...words }) => ({ url, ...wordsIn(words, languages) }))}
      />
      <p>{t('association.not-saved-yet')}</p>
    </section>
  );
}
