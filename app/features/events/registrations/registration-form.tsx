import { useNavigation } from 'react-router';
import type { LocalizedQuestion } from '~/features/content/reading/event-translation';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import form from '~/ui/form.module.css';
import { Button } from '~/ui/button';
import { CheckField, RadioField } from '~/ui/fields/choices';
import { LongTextField, SelectField, TextField } from '~/ui/fields/fields';
import classes from './registrations.module.css';
import { Form } from '~/ui/form';

type ModeOffer = { mode: 'on-site' | 'online'; capacity: number | null; free: number | null };

export type RegistrationAnswerData = {
  error?: string;
  fieldErrors?: Record<string, string>;
  values?: Record<string, string>;
};

type RegistrationFormProps = {
  intent: 'register' | 'change';
  /** The version of the registration that is being changed. */
  version?: number;
  event: {
    questions: readonly LocalizedQuestion[];
    approval: boolean;
    waitingList: boolean;
    attendeeList: 'nobody' | 'participants' | 'members';
    photoPolicy: string | null;
  };
  modes: readonly ModeOffer[];
  /** The previous answers, as values of the fields. */
  values?: Record<string, string>;
  /** The state of the registration that is being changed. */
  status?: string;
  answer?: RegistrationAnswerData;
};

/** How one takes part, the event's questions, needs and consents; works without scripts. */
export function RegistrationForm({
  intent,
  event,
  modes,
  values,
  ...props
}: RegistrationFormProps) {
  const { version, status, answer } = props;
  const t = useTranslate();
  const textOf = useTextOf();
  const isBusy = useNavigation().state === 'submitting';
  const given = answer?.values ?? values ?? {};
  const errors = answer?.fieldErrors ?? {};
  const errorOf = (name: string) => errors[name] && textOf(errors[name]);
  return (
    <Form method="post" className={form.form} noValidate>
      <input type="hidden" name="intent" value={intent} />
      {version !== undefined && <input type="hidden" name="version" value={version} />}
      <ModeField
        modes={modes}
        event={event}
        isNew={intent === 'register'}
        own={intent === 'change' ? { mode: values?.mode, status } : undefined}
        value={given.mode}
        error={errorOf('mode')}
      />
      {event.questions.map((question) => (
        <div key={question.id} lang={question.language}>
          <QuestionField
            question={question}
            value={given[`question-${question.id}`]}
            error={errorOf(`question-${question.id}`)}
          />
        </div>
      ))}
      <LongTextField
        name="needs"
        label={t('registration.needs')}
        hint={t('registration.needs-hint')}
        rows={3}
        maxLength={1000}
        defaultValue={given.needs}
        error={errorOf('needs')}
      />
      <CheckField
        name="needsConsent"
        label={t('registration.needs-consent')}
        defaultChecked={given.needsConsent === 'on'}
        error={errorOf('needsConsent')}
      />
      <fieldset className={classes.consents}>
        <legend>{t('registration.consents')}</legend>
        <p className={form.hint}>
          {t('registration.consents-hint', { count: event.attendeeList === 'nobody' ? 1 : 2 })}
        </p>
        <Consents event={event} given={given} />
      </fieldset>
      <Button variant="primary" isBusy={isBusy}>
        {t(intent === 'register' ? 'registration.send' : 'registration.save')}
      </Button>
    </Form>
  );
}

type ConsentsProps = {
  event: Pick<RegistrationFormProps['event'], 'attendeeList' | 'photoPolicy'>;
  given: Record<string, string>;
};

/** Each is free, apart from the other and off until one ticks it. */
export function Consents({ event, given }: ConsentsProps) {
  const t = useTranslate();
  return (
    <>
      {event.attendeeList !== 'nobody' && (
        <CheckField
          name="listConsent"
          value={event.attendeeList}
          label={t(`registration.list-consent.${event.attendeeList}`)}
          defaultChecked={given.listConsent === event.attendeeList}
        />
      )}
      <CheckField
        name="photoConsent"
        label={t('registration.photo-consent')}
        hint={event.photoPolicy ?? undefined}
        defaultChecked={given.photoConsent === 'on'}
      />
    </>
  );
}

type ModeFieldProps = Pick<RegistrationFormProps, 'modes' | 'event'> & {
  isNew: boolean;
  /** What is being changed: its place stays, and who has one does not wait for another. */
  own?: { mode: string | undefined; status: string | undefined } | undefined;
  value?: string;
  error?: string;
};

function ModeField({ modes, event, isNew, own, value, error }: ModeFieldProps) {
  const t = useTranslate();
  const places = ({ mode, free, capacity }: ModeOffer) => {
    if (capacity === null || free === null || own?.mode === mode) return undefined;
    if (free > 0) return t('registration.places', { count: free });
    const canWait = event.waitingList && own?.status !== 'confirmed';
    return t(canWait ? 'registration.full-waiting' : 'registration.full');
  };
  const [only] = modes;
  if (modes.length === 1 && only) {
    return (
      <p>
        <input type="hidden" name="mode" value={only.mode} />
        {t(`registration.mode.${only.mode}`)}
        {isNew && places(only) && <>. {places(only)}</>}
      </p>
    );
  }
  return (
    <RadioField
      name="mode"
      label={t('registration.mode')}
      defaultValue={value}
      error={error}
      required
      choices={modes.map((one) => ({
        value: one.mode,
        label: t(`registration.mode.${one.mode}`),
        hint: places(one),
      }))}
    />
  );
}

type QuestionFieldProps = { question: LocalizedQuestion; value?: string; error?: string };

function QuestionField({ question, value, error }: QuestionFieldProps) {
  const t = useTranslate();
  const { id, label, kind, options, required } = question;
  const field = {
    name: `question-${id}`,
    label: required ? label : t('registration.optional', { label }),
    defaultValue: value ?? '',
    error,
    required,
  };
  if (kind === 'text') return <TextField {...field} maxLength={2000} />;
  if (kind === 'yes-no') {
    return (
      <RadioField
        {...field}
        choices={(['yes', 'no'] as const).map((one) => ({
          value: one,
          label: t(`registration.${one}`),
        }))}
      />
    );
  }
  return (
    <SelectField
      {...field}
      choices={[{ value: '', label: t('registration.choose') }, ...options]}
    />
  );
}
