import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatDate } from '~/lib/format/format-date';
import { languageName } from '~/lib/format/display-names';
import { TableScroll } from '~/ui/table-scroll';
import type { Statistics } from './analytics.server';
import classes from './statistics.module.css';

/** Everything that is stored of a period: a chart of its days, and tables. */
export function StatisticsTables({ statistics }: { statistics: Statistics }) {
  const t = useTranslate();
  const language = useLanguage();
  const total = statistics.byDay.reduce((sum, { number }) => sum + number, 0);
  return (
    <>
      <p>{t('statistics.total', { count: total, days: statistics.days })}</p>
      {total > 0 && <DayChart byDay={statistics.byDay} />}
      <Totals label={t('statistics.pages')} rows={statistics.byPage} />
      <Totals label={t('statistics.domains')} rows={statistics.byDomain} />
      <Totals
        label={t('statistics.languages')}
        rows={statistics.byLanguage.map(({ name, number }) => ({
          name: languageName(name, language),
          number,
        }))}
      />
      <Totals
        label={t('statistics.searches')}
        rows={statistics.byWords}
        further={statistics.rareSearches}
      />
    </>
  );
}

type TotalsProps = {
  label: string;
  rows: readonly { name: string; number: number }[];
  /** Searches whose words are not shown. */
  further?: number;
};

/** A table whose bars say at a glance what its figures say exactly. */
function Totals({ label, rows, further = 0 }: TotalsProps) {
  const t = useTranslate();
  const most = Math.max(1, ...rows.map(({ number }) => number));
  return (
    <section className={classes.section}>
      <h2>{label}</h2>
      {rows.length === 0 && further === 0 && (
        <p className={classes.note}>{t('statistics.nothing')}</p>
      )}
      {rows.length > 0 && (
        <TableScroll label={label}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{label}</th>
                <th scope="col" className={classes.number}>
                  {t('statistics.number')}
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ name, number }) => (
                <tr key={name}>
                  <th scope="row">
                    {name}
                    <span
                      className={classes.bar}
                      style={{ inlineSize: `${(100 * number) / most}%` }}
                    />
                  </th>
                  <td className={classes.number}>{number}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableScroll>
      )}
      {further > 0 && (
        <p className={classes.note}>{t('statistics.rare-searches', { count: further })}</p>
      )}
    </section>
  );
}

/** Views by day; the table beneath the picture has the same figures for who cannot see it. */
function DayChart({ byDay }: { byDay: Statistics['byDay'] }) {
  const t = useTranslate();
  const language = useLanguage();
  const most = Math.max(1, ...byDay.map(({ number }) => number));
  const width = 100 / byDay.length;
  const dateOf = (day = '') => formatDate(`${day}T12:00:00Z`, language);
  return (
    <figure className={classes.figure}>
      <svg viewBox="0 0 100 30" preserveAspectRatio="none" aria-hidden="true">
        {byDay.map(({ day, number }, position) => (
          <rect
            key={day}
            x={position * width + width * 0.1}
            width={width * 0.8}
            y={30 - (30 * number) / most}
            height={(30 * number) / most}
          />
        ))}
      </svg>
      <figcaption>
        <p className={classes.ends} aria-hidden="true">
          <span>{dateOf(byDay[0]?.day)}</span>
          <span>{dateOf(byDay.at(-1)?.day)}</span>
        </p>
        <details>
          <summary>{t('statistics.by-day')}</summary>
          <ul>
            {byDay
              .filter(({ number }) => number > 0)
              .map(({ day, number }) => (
                <li key={day}>
                  {t('word.label', { label: dateOf(day) })} {number}
                </li>
              ))}
          </ul>
        </details>
      </figcaption>
    </figure>
  );
}
