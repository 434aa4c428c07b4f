import { PublicationFacts } from '~/features/content/previews/publication-facts';
import { publicationTones } from '~/features/content/publishing/publication-kinds';
import { useLanguage, useTextOf, useTranslate } from '~/i18n/translation-context';
import { formatInstant, siteZone } from '~/lib/format/format-date';
import { languagesInSentence } from '~/lib/format/display-names';
import { Button } from '~/ui/button';
import { LongTextField, TextField } from '~/ui/fields/fields';
import { StatusPill } from '~/ui/status-pill';
import classes from '~/features/events/editor/editor.module.css';
import type { Step } from '~/features/events/editor/event-schemas';
import type { EventStatus, StepRefusal } from './event-step-rules';
import { Form, PlainErrorSummary } from '~/ui/form';

type EventStepsProps = {
  title: string;
  version: number;
  status: EventStatus;
  visibility: 'public' | 'members';
  /** As readers will have it. */
  address: string;
  publishAt: Date | null;
  steps: readonly Step['intent'][];
  registered: number;
  /** To how many people a change is e-mailed, and a cancellation until the event is over. */
  mailed: number;
  /** Whether its time is past. */
  isOver: boolean;
  /** Its further languages. */
  translations: readonly { language: string; cancelledReason: string }[];
  /** The step that was refused for what is typed into its form. */
  refused: StepRefusal | undefined;
};

/** What a refused step lacks, where scripts do not run; with them each form says it itself. */
export function StepSummary({ refused }: Pick<EventStepsProps, 'refused'>) {
  const t = useTranslate();
  if (!refused) return null;
  const { intent, fieldErrors } = refused;
  const label = intent === 'withdraw' ? 'content.withdraw-reason' : 'event-editor.cancel-reason';
  return (
    <PlainErrorSummary
      errors={Object.fromEntries(
        Object.entries(fieldErrors).map(([name, error]) => [`${intent}-${name}`, error]),
      )}
      labelOf={() => t(intent === 'schedule' ? 'event-editor.publish-at' : label)}
    />
  );
}

/** Id, value and refusal of a field of a step. */
function useStepField(refused: StepRefusal | undefined) {
  const textOf = useTextOf();
  return (intent: Step['intent'], name: string) => {
    const own = refused?.intent === intent ? refused : undefined;
    const error = own?.fieldErrors[name];
    return {
      id: `field-${intent}-${name}`,
      error: error && textOf(error),
      defaultValue: own?.values[name],
    };
  };
}

/** The actions on an event; irreversible ones ask for confirmation. */
export function EventSteps(props: EventStepsProps) {
  const { title, version, steps, registered, mailed, isOver, translations } = props;
  const t = useTranslate();
  const { refused } = props;
  const field = useStepField(refused);
  // Whom the event matters to is told first that it does not take place.
  const isCountedOn = steps.includes('cancel') && registered > 0 && !isOver;
  const hidden = (intent: Step['intent']) => (
    <>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="version" value={version} />
    </>
  );
  const simple = (['publish', 'unschedule', 'restore'] as const).filter((intent) =>
    steps.includes(intent),
  );
  return (
    <section className={classes.steps} aria-labelledby="steps">
      <h2 id="steps">{t('event-editor.steps')}</h2>
      <Facts {...props} />
      <p>{t('event-editor.steps-hint')}</p>
      <div className={classes.state}>
        {simple.map((intent) => (
          <Form method="post" key={intent}>
            {hidden(intent)}
            <Button variant={intent === 'publish' ? 'primary' : 'secondary'}>
              {t(`event-editor.step.${intent}`)}
            </Button>
          </Form>
        ))}
      </div>
      {steps.includes('schedule') && (
        <Form method="post" noValidate>
          {hidden('schedule')}
          <TextField
            {...field('schedule', 'publishAt')}
            name="publishAt"
            type="datetime-local"
            label={t('event-editor.publish-at')}
            required
          />
          <Button>{t('event-editor.step.schedule')}</Button>
        </Form>
      )}
      {steps.includes('cancel') && (
        <details open={refused?.intent === 'cancel'}>
          <summary>{t('event-editor.cancel', { title })}</summary>
          <Form method="post" noValidate>
            {hidden('cancel')}
            <p>
              {t('event-editor.cancel-text')}{' '}
              {isOver || mailed === 0
                ? t('event-editor.cancel-unmailed')
                : t('event-editor.cancel-mailed', { count: mailed })}
            </p>
            <LongTextField
              {...field('cancel', 'reason')}
              name="reason"
              label={t('event-editor.cancel-reason')}
              rows={3}
              hint={translations.length > 0 ? t('event-editor.cancel-own') : undefined}
              maxLength={1000}
              required
            />
            {translations.map(({ language, cancelledReason }, at) => (
              <FurtherReason
                key={language}
                language={language}
                {...field('cancel', `reasons.${at}`)}
                defaultValue={refused?.reasons[at] ?? cancelledReason}
              />
            ))}
            <Button variant="danger">{t('event-editor.step.cancel')}</Button>
          </Form>
        </details>
      )}
      {steps.includes('withdraw') && (
        <details open={refused?.intent === 'withdraw'}>
          <summary>{t('event-editor.withdraw', { title })}</summary>
          {isCountedOn ? (
            <p>{t('event-editor.withdraw-later', { count: registered })}</p>
          ) : (
            <Form method="post" noValidate>
              {hidden('withdraw')}
              <p>{t('event-editor.withdraw-text')}</p>
              <LongTextField
                {...field('withdraw', 'reason')}
                name="reason"
                label={t('content.withdraw-reason')}
                rows={3}
                maxLength={500}
                required
              />
              <Button variant="danger">{t('event-editor.step.withdraw')}</Button>
            </Form>
          )}
        </details>
      )}
      {steps.includes('delete') && (
        <details>
          <summary>{t('event-editor.delete', { title })}</summary>
          <Form method="post">
            {hidden('delete')}
            <p>{t('event-editor.delete-text')}</p>
            <Button variant="danger">{t('event-editor.step.delete')}</Button>
          </Form>
        </details>
      )}
    </section>
  );
}

/** Where the event stands, whom it is for and what its buttons will do. */
function Facts(props: EventStepsProps) {
  const { status, visibility, address, publishAt, mailed, isOver } = props;
  const t = useTranslate();
  const language = useLanguage();
  const time = publishAt ? formatInstant(publishAt, language, siteZone) : '';
  const state = status === 'published' && isOver ? 'over' : status;
  return (
    <PublicationFacts
      state={
        <StatusPill tone={publicationTones[status]}>
          {t(`event-editor.status.${status}`)}
        </StatusPill>
      }
      audience={t(`event-editor.visibility.${visibility}`)}
      address={address}
      isPublic={status === 'published' || status === 'cancelled'}
    >
      {state === 'scheduled'
        ? t('event-editor.publishes', { time })
        : t(`event-editor.next.${state}`)}
      {state === 'published' && mailed > 0 && ` ${t('event-editor.mailed', { count: mailed })}`}
    </PublicationFacts>
  );
}

/** Why it is cancelled, for those who read the event in a further language. */
type FurtherReasonProps = {
  language: string;
  id: string;
  error: string | undefined;
  defaultValue: string;
};

function FurtherReason({ language, ...field }: FurtherReasonProps) {
  const t = useTranslate();
  const reader = useLanguage();
  return (
    <>
      <input type="hidden" name="languages" value={language} />
      <LongTextField
        name="reasons"
        lang={language}
        label={t('event-editor.cancel-further', {
          language: languagesInSentence([language], reader),
        })}
        hint={t('event-editor.cancel-further-hint')}
        {...field}
        rows={2}
        maxLength={1000}
      />
    </>
  );
}
