import { useState } from 'react';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { languageName } from '~/lib/format/display-names';
import { CheckField, RadioField } from '~/ui/fields/choices';
import { LongTextField, SelectField, TextField } from '~/ui/fields/fields';
import classes from './editor.module.css';
import { eventModes, eventTypes } from './event-kinds';
import { Documents, Questions, Sessions } from './event-form-rows';
import type { EventValues } from './event-values';

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

/** Name, present value and refusal of a field. */
function useField({ values, errors }: PartProps) {
  const textOf = useTextOf();
  return (name: string) => ({
    name,
    defaultValue: values[name] ?? '',
    error: errors[name] && textOf(errors[name]),
  });
}

const isTicked = (values: EventValues, name: string) => values[name] === 'on';

export function SubjectFields(props: PartProps) {
  const t = useTranslate();
  const field = useField(props);
  return (
    <>
      <TextField
        {...field('title')}
        label={t('event-editor.event-title')}
        maxLength={160}
        required
      />
      <LongTextField
        {...field('summary')}
        label={t('event-editor.summary')}
        hint={t('event-editor.summary-hint')}
        rows={3}
        maxLength={300}
        required
      />
      <div className={classes.pair}>
        <SelectField
          {...field('type')}
          label={t('event-editor.type')}
          choices={eventTypes.map((type) => ({ value: type, label: t(`events.type.${type}`) }))}
        />
        <TextField
          {...field('slug')}
          label={t('event-editor.slug')}
          hint={t('event-editor.slug-hint')}
          maxLength={100}
        />
      </div>
      <SelectField
        {...field('language')}
        label={t('event-editor.language')}
        hint={t('event-editor.language-hint')}
        choices={props.options.spoken.map((value) => ({ value, label: languageName(value) }))}
      />
      <RadioField
        {...field('visibility')}
        label={t('event-editor.visibility')}
        choices={[
          { value: 'public', label: t('event-editor.visibility.public') },
          { value: 'members', label: t('event-editor.visibility.members') },
        ]}
      />
    </>
  );
}

export function ScheduleFields(props: PartProps) {
  const t = useTranslate();
  const field = useField(props);
  return (
    <>
      <div className={classes.pair}>
        <TextField
          {...field('startsAt')}
          type="datetime-local"
          label={t('event-editor.starts')}
          required
        />
        <TextField
          {...field('endsAt')}
          type="datetime-local"
          label={t('event-editor.ends')}
          required
        />
      </div>
      <TextField
        {...field('zone')}
        label={t('event-editor.zone')}
        hint={t('event-editor.zone-hint')}
        list="zones"
        required
      />
      <datalist id="zones">
        {props.options.zones.map((zone) => (
          <option key={zone} value={zone}>
            {zone}
          </option>
        ))}
      </datalist>
      <CheckField
        name="allDay"
        label={t('event-editor.all-day')}
        defaultChecked={isTicked(props.values, 'allDay')}
      />
      <Sessions {...props} />
    </>
  );
}

export function VenueFields(props: PartProps) {
  const t = useTranslate();
  const field = useField(props);
  const [mode, setMode] = useState(props.values.mode ?? 'on-site');
  return (
    <>
      <RadioField
        {...field('mode')}
        label={t('event-editor.mode')}
        onChoose={setMode}
        choices={eventModes.map((one) => ({ value: one, label: t(`registration.mode.${one}`) }))}
      />
      <div className={classes.part} hidden={mode === 'online'}>
        <div className={classes.pair}>
          <TextField {...field('venue')} label={t('event-editor.venue')} maxLength={200} />
          <TextField {...field('address')} label={t('event-editor.address')} maxLength={300} />
        </div>
        <div className={classes.pair}>
          <TextField {...field('city')} label={t('event-editor.city')} maxLength={100} />
          <SelectField
            {...field('country')}
            label={t('event-editor.country')}
            choices={[{ value: '', label: '–' }, ...props.options.countries]}
          />
        </div>
      </div>
      <div hidden={mode === 'on-site'}>
        <TextField
          {...field('joinUrl')}
          type="url"
          label={t('event-editor.join-url')}
          hint={t('event-editor.join-url-hint')}
        />
      </div>
    </>
  );
}

export function DescriptionFields(props: PartProps & { hasCover: boolean }) {
  const t = useTranslate();
  const field = useField(props);
  const spoken = (props.values.workingLanguages ?? '').split(',');
  return (
    <>
      <div className={classes.pair}>
        <TextField {...field('organiser')} label={t('events.organiser')} maxLength={200} required />
        <TextField {...field('contact')} type="email" label={t('event-editor.contact')} required />
      </div>
      <LongTextField
        {...field('partners')}
        label={t('event-editor.partners')}
        hint={t('event-editor.one-per-line')}
        rows={3}
      />
      <TextField {...field('externalUrl')} type="url" label={t('event-editor.external-url')} />
      <LongTextField {...field('feeText')} label={t('event-editor.fee')} rows={2} maxLength={500} />
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
      <CheckField
        name="chathamHouse"
        label={t('event-editor.chatham-house')}
        defaultChecked={isTicked(props.values, 'chathamHouse')}
      />
      <LongTextField
        {...field('photoPolicy')}
        label={t('event-editor.photo-policy')}
        rows={3}
        maxLength={1000}
      />
      <Documents {...props} />
      <LongTextField
        {...field('corrections')}
        label={t('content.field.corrections')}
        hint={t('content.hint.corrections')}
        rows={3}
      />
      {props.hasCover && (
        <div className={classes.pair}>
          <TextField
            {...field('coverAlt')}
            label={t('content.field.coverAlt')}
            hint={t('content.hint.cover-alt')}
            maxLength={300}
          />
          <TextField
            {...field('coverCredit')}
            label={t('content.field.coverCredit')}
            maxLength={200}
          />
        </div>
      )}
    </>
  );
}

export function RegistrationFields(props: PartProps) {
  const t = useTranslate();
  const field = useField(props);
  const [kind, setKind] = useState(props.values.registration ?? 'none');
  const number = { type: 'number' as const, min: 0, hint: t('event-editor.no-limit') };
  return (
    <>
      <RadioField
        {...field('registration')}
        label={t('event-editor.registration')}
        onChoose={setKind}
        choices={(['none', 'internal', 'external'] as const).map((one) => ({
          value: one,
          label: t(`event-editor.registration.${one}`),
        }))}
      />
      <div className={classes.part} hidden={kind !== 'internal'}>
        <div className={classes.pair}>
          <TextField
            {...field('opensAt')}
            type="datetime-local"
            label={t('event-editor.opens')}
            hint={t('event-editor.opens-hint')}
          />
          <TextField
            {...field('closesAt')}
            type="datetime-local"
            label={t('event-editor.closes')}
            hint={t('event-editor.closes-hint')}
          />
        </div>
        <div className={classes.pair}>
          <TextField
            {...field('capacityOnSite')}
            {...number}
            label={t('event-editor.capacity-on-site')}
          />
          <TextField
            {...field('capacityOnline')}
            {...number}
            label={t('event-editor.capacity-online')}
          />
        </div>
        <CheckField
          name="approval"
          label={t('event-editor.approval')}
          hint={t('event-editor.approval-hint')}
          defaultChecked={isTicked(props.values, 'approval')}
        />
        <CheckField
          name="waitingList"
          label={t('event-editor.waiting-list')}
          hint={t('event-editor.waiting-list-hint')}
          defaultChecked={isTicked(props.values, 'waitingList')}
        />
        <RadioField
          {...field('attendeeList')}
          label={t('event-editor.attendee-list')}
          hint={t('event-editor.attendee-list-hint')}
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
