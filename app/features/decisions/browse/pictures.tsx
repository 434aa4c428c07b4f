import type { ReactNode } from 'react';
import { nameOfCountry } from '~/features/decisions/records/decision-names';
import type { Translate } from '~/i18n/translate';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { localeOf } from '~/lib/format/format-date';
import { formatNumber } from '~/lib/format/format-number';
import { SiteLink } from '~/ui/site-link';
import type { FacetOption } from './facet-options.server';
import classes from './pictures.module.css';
import { places } from './places';

type PictureProps = { options: readonly FacetOption[] };

/** How strongly a tile is coloured: what there is most of has the last of four. */
function shadeOf(count: number, most: number): number {
  return count === 0 ? 0 : Math.ceil((4 * Math.log1p(count)) / Math.log1p(most));
}

const mostOf = (options: readonly FacetOption[]) =>
  Math.max(1, ...options.map(({ count }) => count));

/** A table of the States, laid out as a map: each tile leads to its decisions. */
export function CountryMap({ options }: PictureProps) {
  const t = useTranslate();
  const language = useLanguage();
  const byCountry = new Map(options.map((option) => [option.value, option]));
  const most = mostOf(options);
  const known = new Set(places);
  const further = options.flatMap(({ value }) => (known.has(value) ? [] : value));
  return (
    <table className={classes.map}>
      <caption className="visually-hidden">{t('decision.by-country')}</caption>
      <tbody>
        {[...places, ...further].map((country) => {
          const option = byCountry.get(country);
          const name = nameOfCountry(country, language, t);
          const short = tileText(country, name, t);
          return (
            <tr
              key={country}
              className={classes.tile}
              data-country={country}
              data-shade={shadeOf(option?.count ?? 0, most)}
            >
              <th scope="row">
                <TileLink option={option} title={name}>
                  {short}
                  {short !== name && <span className="visually-hidden"> {name}</span>}
                </TileLink>
              </th>
              <td>
                <Count count={option?.count ?? 0} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Countries have their code, organisations the abbreviation that the language has for them. */
function tileText(country: string, name: string, t: Translate): string {
  if (country === 'CE') return t('decision.tile.CE');
  return country === 'EFTA' ? name : country;
}

/** A table of the years, laid out as bars, a row for each ten years that have any. */
export function TimeLine({ options }: PictureProps) {
  const t = useTranslate();
  const byYear = new Map(options.map((option) => [Number(option.value), option]));
  const most = mostOf(options);
  const decades = [...new Set([...byYear.keys()].map((year) => year - (year % 10)))]
    .filter((decade) => !Number.isNaN(decade))
    .toSorted((a, b) => b - a);
  return (
    <table className={classes.years}>
      <caption className="visually-hidden">{t('decision.by-year')}</caption>
      {decades.map((decade) => (
        <tbody key={decade} className={classes.decade}>
          <tr className={classes.span}>
            <th scope="rowgroup" colSpan={2}>
              {decade}–{decade + 9}
            </th>
          </tr>
          {Array.from({ length: 10 }, (_, at) => {
            const option = byYear.get(decade + at);
            const count = option?.count ?? 0;
            return (
              <tr key={at} className={classes.year}>
                <th scope="row">
                  <TileLink option={option}>{shortYear(decade + at)}</TileLink>
                </th>
                <td>
                  <Count count={count} />
                  <span className={classes.bar} style={{ blockSize: `${(count / most) * 2}rem` }} />
                </td>
              </tr>
            );
          })}
        </tbody>
      ))}
    </table>
  );
}

/** Two figures, as there is room for. */
const shortYear = (year: number) => (
  <>
    <span aria-hidden="true">{String(year % 100).padStart(2, '0')}</span>
    <span className="visually-hidden">{year}</span>
  </>
);

type TileLinkProps = {
  option: FacetOption | undefined;
  title?: string;
  children: ReactNode;
};

/** Chooses what the tile stands for, or lets go of it; a tile without decisions leads nowhere. */
function TileLink({ option, title, children }: TileLinkProps) {
  const t = useTranslate();
  if (!option) return <span title={title}>{children}</span>;
  const { isChosen, label, address } = option;
  return (
    <SiteLink to={address} title={title} aria-current={isChosen ? 'true' : undefined}>
      {children}
      {isChosen && (
        <span className="visually-hidden"> ({t('decision.let-go', { value: label })})</span>
      )}
    </SiteLink>
  );
}

/** A number as the tile has room for it. */
function Count({ count }: { count: number }) {
  const language = useLanguage();
  if (count < 1000)
    return <span className={count === 0 ? 'visually-hidden' : undefined}>{count}</span>;
  const short = { notation: 'compact', maximumFractionDigits: 0 } as const;
  return (
    <>
      <span aria-hidden="true">
        {new Intl.NumberFormat(localeOf(language), short).format(count).replaceAll(/\s/g, '')}
      </span>
      <span className="visually-hidden">{formatNumber(count, language)}</span>
    </>
  );
}
