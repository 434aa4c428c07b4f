import { Brief } from '~/features/decisions/records/citation-lists';
import classes from '~/features/decisions/records/decision.module.css';
import type { BriefDecision } from '~/features/decisions/records/records.server';
import { useTranslate } from '~/i18n/translation-context';
import reading from '~/ui/reading.module.css';

/** Decisions on the same provisions and topics, or that cite the same decisions. */
export function Similar({ decisions }: { decisions: readonly BriefDecision[] }) {
  const t = useTranslate();
  if (decisions.length === 0) return null;
  return (
    <section className={reading.section} aria-labelledby="similar">
      <h2 id="similar">{t('decision.similar')}</h2>
      <ul className={classes.citations}>
        {decisions.map((decision) => (
          <li key={decision.identifier}>
            <Brief decision={decision} />
          </li>
        ))}
      </ul>
    </section>
  );
}
