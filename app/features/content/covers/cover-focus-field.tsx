import { useTranslate } from '~/i18n/translation-context';
import { coverFocuses, coverFocusOf, picturePath, pictureWidths } from '~/rich-text/pictures';
import fields from '~/ui/fields/fields.module.css';
import classes from './cover-focus-field.module.css';

export type CoverPicture = { id: string; width: number; height: number };

type CoverFocusFieldProps = {
  cover: CoverPicture;
  /** As it is in the form; the middle where there is none. */
  value: string | undefined;
};

/**
 * Which part of a cover stays in sight where lists crop it. The crops beside the choice follow it by
 * CSS alone, so that they do without scripts too.
 */
export function CoverFocusField({ cover, value }: CoverFocusFieldProps) {
  const t = useTranslate();
  const chosen = coverFocusOf(value);
  const width = pictureWidths(cover.width)[0] ?? cover.width;
  const src = picturePath(cover.id, { width, format: 'webp' });
  return (
    <fieldset id="field-coverFocus" className={fields.field} aria-describedby="cover-focus-hint">
      <legend className={fields.label}>{t('content.field.coverFocus')}</legend>
      <span id="cover-focus-hint" className={fields.hint}>
        {t('content.hint.cover-focus')}
      </span>
      <div className={classes.parts}>
        <img className={classes.whole} src={src} width={cover.width} height={cover.height} alt="" />
        <div className={classes.points}>
          {coverFocuses.map((focus) => (
            <label key={focus} className={classes.point}>
              <input
                type="radio"
                name="coverFocus"
                value={focus}
                defaultChecked={focus === chosen}
              />
              <span>{t(`content.cover-focus.${focus}`)}</span>
            </label>
          ))}
        </div>
        <figure className={classes.crops}>
          <figcaption className={fields.hint}>{t('content.cover-crops')}</figcaption>
          <img className={classes.band} src={src} alt="" />
          <img className={classes.square} src={src} alt="" />
          <img className={classes.card} src={src} alt="" />
        </figure>
      </div>
    </fieldset>
  );
}
