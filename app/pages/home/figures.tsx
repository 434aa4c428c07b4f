import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { localeOf } from '~/lib/format/format-date';
import { SiteLink } from '~/ui/site-link';
import classes from './home.module.css';
import type { Figure } from './figures.server';

/** The association in figures, each leading to what it counts. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  const t = useTranslate();
  const locale = localeOf(useLanguage());
  if (figures.length === 0) return null;
  return (
    <section className={classes.figures} aria-labelledby="figures">
      <h2 id="figures">{t('home.figures')}</h2>
      <ul>
        {figures.map(({ name, count, to }) => (
          <li key={name}>
            <SiteLink to={to}>
              <strong>{count.toLocaleString(locale)}</strong>{' '}
              <span>{t(`home.figure.${name}`, { count })}</span>
            </SiteLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
