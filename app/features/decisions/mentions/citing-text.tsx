import { type ReactNode, useRef } from 'react';
import { courtForReader } from '~/features/decisions/records/decision-names';
import { useLangOf, useLanguage } from '~/i18n/translation-context';
import { formatDate } from '~/lib/format/format-date';
import type { CheckedHtml } from '~/rich-text/rendered-text';
import { RawHtml } from '~/ui/rich-text/raw-html';
import classes from './citing-text.module.css';
import { useDecisionCard } from './use-decision-card';

/** A rich text with cards for its links to decisions. */
export function CitingText({ html }: { html: CheckedHtml }) {
  return (
    <WithDecisionCards>
      <RawHtml html={html} />
    </WithDecisionCards>
  );
}

/** A text whose links to decisions say what they lead to when the pointer or the focus is on them. */
export function WithDecisionCards({ children }: { children: ReactNode }) {
  const around = useRef<HTMLDivElement>(null);
  const { shown, id, handlers } = useDecisionCard(around);
  return (
    <div ref={around} className={classes.around} {...handlers}>
      {children}
      {shown && <Card id={id} {...shown} />}
    </div>
  );
}

type CardProps = { id: string } & NonNullable<ReturnType<typeof useDecisionCard>['shown']>;

function Card({ id, card, place }: CardProps) {
  const language = useLanguage();
  const langOf = useLangOf();
  const court = courtForReader(card.court, language);
  const summary = card.summaries.find((one) => one.language === language) ?? card.summaries[0];
  return (
    <div id={id} role="tooltip" className={classes.card} style={place} data-no-print>
      <p className={classes.name}>{card.name}</p>
      <p className={classes.facts}>
        <span lang={langOf(court.language)}>{court.name}</span>,{' '}
        {formatDate(card.decidedOn, language)}
      </p>
      {summary && <p lang={langOf(summary.language)}>{summary.text}</p>}
    </div>
  );
}
