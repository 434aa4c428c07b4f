import { Brief, BriefFacts } from '~/features/decisions/records/citation-lists';
import { nameOfDecision } from '~/features/decisions/records/decision-names';
import { useTranslate } from '~/i18n/translation-context';
import reading from '~/ui/reading.module.css';
import type { ProcedureEntry } from './order-procedure';
import own from './procedure.module.css';

type ProcedureProps = {
  /** Of the decision whose page it is. */
  identifier: string;
  steps: ProcedureEntry[][];
};

/** The proceedings as a diagram, from the first instance to the last decision: a list, laid out by CSS. */
export function Procedure({ identifier, steps }: ProcedureProps) {
  const t = useTranslate();
  if (steps.length === 0) return null;
  return (
    <section className={reading.section} aria-labelledby="procedure">
      <h2 id="procedure">{t('decision.procedure')}</h2>
      <ol className={own.steps}>
        {steps.map((step) => (
          <li key={step.map((entry) => entry.identifier).join(' ')}>
            {step.map((entry) => (
              <Entry
                key={entry.identifier}
                entry={entry}
                isThis={entry.identifier === identifier}
              />
            ))}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Entry({ entry, isThis }: { entry: ProcedureEntry; isThis: boolean }) {
  const t = useTranslate();
  const { decision, relations } = entry;
  return (
    <div className={own.entry} aria-current={isThis ? 'true' : undefined}>
      {relations.map(({ kind, to }) => (
        <span key={`${kind} ${to.identifier}`} className={own.relation}>
          {t(`decision.procedure.${kind}`, { name: nameOfDecision(to) })}
        </span>
      ))}
      {decision && isThis && (
        <>
          <strong>{t('decision.procedure.this')}</strong>
          <BriefFacts decision={decision} />
        </>
      )}
      {decision && !isThis && <Brief decision={decision} />}
      {!decision && entry.identifier}
    </div>
  );
}
