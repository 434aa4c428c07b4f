import { useState } from 'react';
import { CoverFocusField, type CoverPicture } from '~/features/content/covers/cover-focus-field';
import { useLanguage, useTextOf, useTranslate } from '~/i18n/translation-context';
import { languageName } from '~/lib/format/display-names';
import { CheckField, RadioField } from '~/ui/fields/choices';
import { LongTextField, SelectField, TextField } from '~/ui/fields/fields';
import classes from './editor.module.css';
import { eventModes, eventTypes } from './event-kinds';
import { Corrections, WordRows } from '~/features/content/rows/text-rows';
import { Documents, Questions, Sessions } from './event-form-rows';
import {
  eventFieldLabels,
  type EventFieldName,
  eventFieldNames,
  type EventValues,
  findEventCellLabel,
} from './event-content';
import { eventFields } from './event-fields';

export type Options = {
  zones: string[];
  countries: { value: string; label: string }[];
  languages: { value: string; label: string }[];
  /** Languages in which events can be written. */
  spoken: string[];
};

export type PartProps = {
  values: EventValues;
  errors: Record<string, string>;
  options: Options;
};

/** What the fields of an event are called, wherever that is said; a cell of rows by both. */
export function useEventFieldLabel(): (name: string) => string {
  const textOf = useTextOf();
  return (name) => {
    const [field = ''] = name.split('.');
    const ofCell = findEventCellLabel(name);
    return textOf(ofCell ?? eventFieldLabels[field] ?? `content.field.${field}`);
  };
}

/** What is declared of a field (`event-fields.ts`), with its present value and its refusal. */
function useFields({ values, errors }: PartProps) {
  const t = useTranslate();
  const textOf = useTextOf();
  const labelOf = useEventFieldLabel();
  const field = (name: EventFieldName) => {
    const { hint, isRequired } = eventFields[name];
    const hints = [hint && t(hint), isRequired && t('content.hint.to-save')].filter(Boolean);
    return {
      name,
      id: `field-${name}`,
      label: labelOf(name),
      hint: hints.join(' ') || undefined,
      error: errors[name] && textOf(errors[name]),
    };
  };
  return {
    choice: (name: EventFieldName) => ({ ...field(name), defaultValue: values[name] ?? '' }),
    text: (name: EventFieldName) => {
      const { maximum: maxLength, isRequired: required } = eventFields[name];
      return { ...field(name), defaultValue: values[name] ?? '', maxLength, required };
    },
    check: (name: EventFieldName) => ({ ...field(name), defaultChecked: values[name] === 'on' }),
  };
}

/** The fields of a section that are declared to be one field of text each. */
function DeclaredFields({ part, ...props }: PartProps & { part: 'about' }) {
  const { text } = useFields(props);
  return eventFieldNames
    .filter((name) => eventFields[name].part === part)
    .map((name) => {
      const { rows, type } = eventFields[name];
      return rows ? (
        <LongTextField key={name} {...text(name)} rows={rows} />
      ) : (
        <TextField key={name} {...text(name)} type={type} />
      );
    });
}

export function SubjectFields(props: PartProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { choice, text } = useFields(props);
  return (
    <>
      <TextField {...text('title')} />
      <LongTextField {...text('summary')} rows={3} />
      <div className={classes.pair}>
        <SelectField
          {...choice('type')}
          choices={eventTypes.map((type) => ({ value: type, label: t(`events.type.${type}`) }))}
        />
        <TextField {...text('slug')} />
      </div>
      <SelectField
        {...choice('language')}
        choices={props.options.spoken.map((value) => ({
          value,
          label: languageName(value, language),
        }))}
      />
      <RadioField
        {...choice('visibility')}
        choices={[
          { value: 'public', label: t('event-editor.visibility.public') },
          { value: 'members', label: t('event-editor.visibility.members') },
        ]}
      />
    </>
  );
}

export function ScheduleFields(props: PartProps & { hasSessions: boolean }) {
  const t = useTranslate();
  const { check, text } = useFields(props);
  return (
    <>
      <div className={classes.pair}>
        <TextField {...text('startsAt')} type="datetime-local" />
        <TextField {...text('endsAt')} type="datetime-local" />
      </div>
      {props.hasSessions && (
        <CheckField
          name="moveSessions"
          label={t('event-editor.move-sessions')}
          hint={t('event-editor.move-sessions-hint')}
          defaultChecked={props.values['moveSessions'] === 'on'}
        />
      )}
      <TextField {...text('zone')} list="zones" />
      <datalist id="zones">
        {props.options.zones.map((zone) => (
          <option key={zone} value={zone}>
            {zone}
          </option>
        ))}
      </datalist>
      <CheckField {...check('allDay')} />
      <Sessions {...props} />
    </>
  );
}

/** What applies as things are chosen; without scripts, which could show it, all of it is there. */
const partIf = (applies: boolean) => (applies ? classes.part : `${classes.part} ${classes.unused}`);

export function VenueFields(props: PartProps) {
  const t = useTranslate();
  const { choice, text } = useFields(props);
  const [mode, setMode] = useState(props.values.mode ?? 'on-site');
  return (
    <>
      <RadioField
        {...choice('mode')}
        onChoose={setMode}
        choices={eventModes.map((one) => ({ value: one, label: t(`registration.mode.${one}`) }))}
      />
      <div className={partIf(mode !== 'online')}>
        <div className={classes.pair}>
          <TextField {...text('venue')} />
          <TextField {...text('address')} />
        </div>
        <div className={classes.pair}>
          <TextField {...text('city')} />
          <SelectField
            {...choice('country')}
            choices={[{ value: '', label: '–' }, ...props.options.countries]}
          />
        </div>
      </div>
      <div className={partIf(mode !== 'on-site')}>
        <TextField {...text('joinUrl')} type="url" />
      </div>
    </>
  );
}

export function DescriptionFields(props: PartProps & { cover: CoverPicture | null }) {
  const { cover } = props;
  const t = useTranslate();
  const { check, text } = useFields(props);
  const spoken = (props.values.workingLanguages ?? '').split(',');
  return (
    <>
      <div className={classes.pair}>
        <TextField {...text('organiser')} />
        <TextField {...text('contact')} type="email" />
      </div>
      <WordRows name="partners" kind="partner" values={props.values} errors={props.errors} />
      <DeclaredFields part="about" {...props} />
      <fieldset className={classes.languages}>
        <legend>{t('events.languages')}</legend>
        {props.options.languages.map(({ value, label }) => (
          <CheckField
            key={value}
            name="workingLanguages"
            value={value}
            label={label}
            defaultChecked={spoken.includes(value)}
          />
        ))}
      </fieldset>
      <CheckField {...check('chathamHouse')} />
      <Documents {...props} />
      <Corrections values={props.values} errors={props.errors} />
      {cover && (
        <div className={classes.pair}>
          <TextField {...text('coverAlt')} />
          <TextField {...text('coverCredit')} />
        </div>
      )}
      {cover && <CoverFocusField cover={cover} value={props.values.coverFocus} />}
    </>
  );
}

export function RegistrationFields(props: PartProps) {
  const t = useTranslate();
  const { check, choice, text } = useFields(props);
  const [kind, setKind] = useState(props.values.registration ?? 'none');
  const number = { type: 'number' as const, min: 0 };
  return (
    <>
      <RadioField
        {...choice('registration')}
        onChoose={setKind}
        choices={(['none', 'internal', 'external'] as const).map((one) => ({
          value: one,
          label: t(`event-editor.registration.${one}`),
        }))}
      />
      <div className={partIf(kind === 'internal')}>
        <div className={classes.pair}>
          <TextField {...text('opensAt')} type="datetime-local" />
          <TextField {...text('closesAt')} type="datetime-local" />
        </div>
        <div className={classes.pair}>
          <TextField {...text('capacityOnSite')} {...number} />
          <TextField {...text('capacityOnline')} {...number} />
        </div>
        <CheckField {...check('approval')} />
        <CheckField {...check('waitingList')} />
        <RadioField
          {...choice('attendeeList')}
          choices={(['nobody', 'participants', 'members'] as const).map((one) => ({
            value: one,
            label: t(`event-editor.attendee-list.${one}`),
          }))}
        />
        <Questions {...props} />
      </div>
    </>
  );
}
