import { useTranslate } from '~/i18n/translation-context';
import { brandColours, isColour, isReadable, leastContrast, type Theme } from './brand-colours';
import classes from './association.module.css';

/** A link and a button in this colour, and whether they can be read (WCAG 2.2, 1.4.3). */
export function ColourPreview({ colour, theme }: { colour: string; theme: Theme }) {
  const t = useTranslate();
  const given = colour.trim().toLowerCase();
  const isKnown = isColour(given);
  const own = isKnown ? given : null;
  const colours = brandColours({ lightColour: own, darkColour: own });
  return (
    <div className={classes.preview} data-theme={theme} style={colours}>
      <span className={classes.link}>{t('association.preview-link')}</span>
      <span className={classes.button}>{t('association.preview-button')}</span>
      <output className={classes.verdict}>
        {isKnown &&
          t(isReadable(given, theme) ? 'association.readable' : 'association.not-readable', {
            ratio: leastContrast(given, theme).toFixed(1),
          })}
      </output>
    </div>
  );
}
