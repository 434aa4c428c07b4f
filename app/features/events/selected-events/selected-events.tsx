import { useMemo } from 'react';
import { Link } from 'react-router';
import { useLanguage, useTextOf, useTranslate } from '~/i18n/translation-context';
import { formatInstant, formatWallDates, siteZone } from '~/lib/format/format-date';
import { Button } from '~/ui/button';
import { ConfirmSelected } from '~/ui/data-table/confirm-selected';
import { LongTextField } from '~/ui/fields/fields';
import { Message } from '~/ui/message';
import type { LeftEvent, SelectedResult } from './selected-events.server';
import { type SelectedStep, selectedSteps, selectedStepsFrom } from './selected-steps';
import type { EventStatus } from '~/features/events/publication/event-step-rules';

type Asked = {
  key: string;
  title: string;
  language: string;
  startsAt: string;
  endsAt: string;
  visibility: 'public' | 'members';
  /** When it would be published by itself. */
  publishAt: Date | null;
};

export type SelectedEventsAnswer = {
  step: SelectedStep;
  /** To what it is done once that is confirmed; absent when it has been done. */
  asked?: readonly Asked[];
  fieldErrors?: Record<string, string>;
  values?: Record<string, string>;
  result: SelectedResult;
};

/** What has become of the events that were ticked, or which they are. */
export function SelectedEvents({ answer }: { answer: SelectedEventsAnswer }) {
  const t = useTranslate();
  const { step, asked } = answer;
  const { done, left, unknown } = answer.result;
  return (
    <>
      {done > 0 && (
        <Message
          kind="success"
          text={t(`event-selection.done.${step}`, { count: done })}
          answer={answer}
        />
      )}
      {left.length > 0 && (
        <Message
          kind="error"
          text={
            asked
              ? t(`event-selection.cannot.${step}`, { count: left.length })
              : t(`event-selection.left.${step}`, { count: left.length })
          }
          answer={answer}
        >
          <ul>
            {left.map((event) => (
              <Left key={event.id} step={step} {...event} />
            ))}
          </ul>
        </Message>
      )}
      {unknown > 0 && (
        <Message
          kind="error"
          text={t('event-selection.unknown', { count: unknown })}
          answer={answer}
        />
      )}
      {asked && asked.length > 0 && <ConfirmStep {...answer} asked={asked} />}
    </>
  );
}

function Left({ step, id, title, language, why }: LeftEvent & { step: SelectedStep }) {
  const t = useTranslate();
  const reason = why === 'state' ? (`state.${step}` as const) : why;
  return (
    <li>
      <Link to={`/administration/events/${id}`} lang={language}>
        {title}
      </Link>
      {' · '}
      {t(`event-selection.why.${reason}`)}
    </li>
  );
}

type ConfirmStepProps = Omit<SelectedEventsAnswer, 'result'> & { asked: readonly Asked[] };

function ConfirmStep({ step, asked, fieldErrors = {}, values = {} }: ConfirmStepProps) {
  const t = useTranslate();
  const textOf = useTextOf();
  const rows = useMemo(
    () => asked.map(({ key, ...event }) => ({ key, name: <Named {...event} /> })),
    [asked],
  );
  const count = asked.length;
  return (
    <ConfirmSelected
      title={t(`event-selection.sure.${step}`, { count })}
      text={t(`event-selection.text.${step}`, { count })}
      rows={rows}
      back={t(`event-selection.back.${step}`)}
      isHarmless={step === 'publish'}
      fields={
        step === 'withdraw' && (
          <LongTextField
            name="reason"
            label={t('content.withdraw-reason')}
            rows={3}
            maxLength={500}
            required
            defaultValue={values['reason']}
            error={fieldErrors['reason'] && textOf(fieldErrors['reason'])}
          />
        )
      }
    >
      <Button variant={step === 'publish' ? 'primary' : 'danger'} name="intent" value={step}>
        {t(`event-selection.submit.${step}`, { count })}
      </Button>
    </ConfirmSelected>
  );
}

function Named({ title, language, startsAt, endsAt, visibility, publishAt }: Omit<Asked, 'key'>) {
  const t = useTranslate();
  const own = useLanguage();
  return (
    <>
      <strong lang={language}>{title}</strong>, {formatWallDates(startsAt, endsAt, own)}
      {visibility === 'members' && ` · ${t('events.members-only')}`}
      {publishAt && (
        <p>{t('event-editor.publishes', { time: formatInstant(publishAt, own, siteZone) })}</p>
      )}
    </>
  );
}

/** The buttons under the list, as far as one of its rows can be meant. */
export function SelectedSteps({ rows }: { rows: readonly { status: EventStatus }[] }) {
  const t = useTranslate();
  const possible = new Set(rows.flatMap(({ status }) => selectedStepsFrom(status)));
  return selectedSteps.map(
    (step) =>
      possible.has(step) && (
        <Button key={step} name="intent" value={`ask-${step}`}>
          {t(`event-selection.action.${step}`)}
        </Button>
      ),
  );
}
