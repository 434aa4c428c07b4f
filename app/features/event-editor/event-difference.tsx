import { useTranslate } from '~/i18n/translation-context';
import form from '~/ui/form.module.css';
import classes from './event-editor.module.css';
import type { EventValues } from './event-values';

type EventDifferenceProps = {
  saved: { values: EventValues; body: string };
  typed: EventValues;
};

/** A save that came too late: what has been saved meanwhile beside what was typed here. */
export function EventDifference({ saved, typed }: EventDifferenceProps) {
  const t = useTranslate();
  const names = Object.keys(saved.values).filter(
    (name) => (saved.values[name] ?? '') !== (typed[name] ?? ''),
  );
  return (
    <section className={form.summary} aria-labelledby="difference">
      <h2 id="difference">{t('event-editor.difference')}</h2>
      <p>{t('event-editor.difference-text')}</p>
      {names.map((name) => (
        <dl key={name} className={classes.difference}>
          <div>
            <dt>{t('event-editor.saved-now', { name })}</dt>
            <dd>{saved.values[name] || '–'}</dd>
          </div>
          <div>
            <dt>{t('event-editor.typed-here')}</dt>
            <dd>{typed[name] || '–'}</dd>
          </div>
        </dl>
      ))}
      <details>
        <summary>{t('event-editor.saved-body')}</summary>
        <p className={classes.difference}>{saved.body}</p>
      </details>
    </section>
  );
}
