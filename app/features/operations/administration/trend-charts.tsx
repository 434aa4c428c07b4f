import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatDate, formatMonth, localeOf } from '~/lib/format/format-date';
import type { Trend } from './trend';
import classes from './trend-charts.module.css';

/** Small charts side by side, each with its figures as a table. */
export function TrendCharts({ trends }: { trends: readonly Trend[] }) {
  return (
    <div className={classes.charts}>
      {trends.map((trend) => (
        <TrendChart key={trend.name} trend={trend} />
      ))}
    </div>
  );
}

function TrendChart({ trend: { name, span, points } }: { trend: Trend }) {
  const t = useTranslate();
  const language = useLanguage();
  const said = (number: number) => number.toLocaleString(localeOf(language));
  const nameOf = (start = '') =>
    span === 'month' ? formatMonth(start, language) : formatDate(start, language);
  const sum = points.reduce((total, { number }) => total + number, 0);
  // Of accounts, how many there are; of everything else, how many there were in the whole time.
  const shown = name === 'accounts' ? (points.at(-1)?.number ?? 0) : sum;
  return (
    <section className={classes.chart} aria-labelledby={`trend-${name}`}>
      <h3 id={`trend-${name}`}>{t(`administration.trend.${name}`)}</h3>
      <p className={classes.total}>
        <strong>{said(shown)}</strong>{' '}
        <span>
          {t(name === 'accounts' ? 'administration.trend-now' : `administration.trend-${span}s`)}
        </span>
      </p>
      <Bars points={points} />
      <p className={classes.ends} aria-hidden="true">
        <span>{nameOf(points[0]?.start)}</span>
        <span>{nameOf(points.at(-1)?.start)}</span>
      </p>
      <details>
        <summary>{t('administration.show-figures')}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{t(`administration.trend-${span}`)}</th>
              <th scope="col">{t(`administration.trend.${name}`)}</th>
            </tr>
          </thead>
          <tbody>
            {points.toReversed().map(({ start, number }) => (
              <tr key={start}>
                <th scope="row">{nameOf(start)}</th>
                <td>{said(number)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}

const height = 40;

/** For the eye; the table says the same. A bar that stands for something is never too low to be seen. */
function Bars({ points }: { points: Trend['points'] }) {
  const most = Math.max(1, ...points.map(({ number }) => number));
  const width = 240 / points.length;
  const heightOf = (number: number) => (number === 0 ? 0 : Math.max(2, (height * number) / most));
  return (
    <svg viewBox={`0 0 240 ${height}`} preserveAspectRatio="none" aria-hidden="true">
      {points.map(({ start, number }, at) => (
        <rect
          key={start}
          x={at * width + width * 0.12}
          width={width * 0.76}
          y={height - heightOf(number)}
          height={heightOf(number)}
        />
      ))}
    </svg>
  );
}
