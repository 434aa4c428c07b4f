import { useState } from 'react';
import type { findDraft } from '~/features/writing/drafts/drafts.server';
import type { CoverPicture } from '~/features/content/covers/cover-focus-field';
import { WritingForm } from '~/features/writing/drafts/writing-form';
import { SavedMeanwhile } from '~/features/content/versions/saved-meanwhile';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { MailNotice, type Notified } from '~/features/events/participants/mail-notice';
import type { RichText } from '~/rich-text/rich-text';
import type { DiffPart } from '~/features/content/versions/text-diff';
import { namesOf } from '~/lib/forms/form';
import { PlainErrorSummary } from '~/ui/form';
import { Message } from '~/ui/message';
import { TextField } from '~/ui/fields/fields';
import classes from './editor.module.css';
import {
  DescriptionFields,
  type Options,
  type PartProps,
  RegistrationFields,
  SubjectFields,
  useEventFieldLabel,
  ScheduleFields,
  VenueFields,
} from './event-form-parts';
import { longestChangeReason } from './event-schemas';
import type { StepRefusal } from '~/features/events/publication/event-step-rules';
import {
  eventFieldLabels,
  type EventSection,
  eventSections,
  type EventValues,
} from './event-content';
import { wrongFields } from '~/ui/fields/named-error';
import type { SectionEntry } from '~/ui/section-index/section-index';

export type EventAnswer = {
  error?: string;
  fieldErrors?: Record<string, string>;
  values?: EventValues;
  /** What a step lacks, such as a cancellation. */
  step?: StepRefusal;
  /** A preview link just made, which is shown once. */
  previewAddress?: string;
  /** What someone else has saved meanwhile, where a save came too late. */
  saved?: { version: number; changes: { field: string; parts: DiffPart[] }[] };
};

type EventFormProps = {
  /** Where the draft of it is kept. */
  place: string;
  draft: Awaited<ReturnType<typeof findDraft>>;
  values: EventValues;
  body?: RichText;
  version: number;
  /** What a new event will be known by; null: the event is there. */
  newId: string | null;
  cover: CoverPicture | null;
  notified: Notified | null;
  /** Whether it has a programme that can be moved with it. */
  hasSessions: boolean;
  options: Options;
  answer?: EventAnswer;
};

/** The fields of an event. Nothing typed is lost by a refusal, a cut connection or a second tab. */
export function EventForm(props: EventFormProps) {
  const { place, draft, values, body, version, options, answer } = props;
  const [id] = useState(props.newId);
  const t = useTranslate();
  const textOf = useTextOf();
  const labelOf = useEventFieldLabel();
  const errors = answer?.fieldErrors ?? {};
  // A draft has all fields; a box that is not ticked, or an address that is fixed, is not in it.
  const shown = (kept: EventValues): EventValues =>
    Object.keys(kept).length > 0 ? { slug: values.slug ?? '', ...kept } : values;
  const partOf = (kept: EventValues) => ({
    values: answer?.values ?? shown(kept),
    errors,
    options,
  });
  return (
    <>
      {answer?.error && <Message kind="error" text={textOf(answer.error)} answer={answer} />}
      <PlainErrorSummary errors={errors} labelOf={labelOf} />
      {answer?.saved && (
        <SavedMeanwhile
          changes={answer.saved.changes}
          labels={eventFieldLabels}
          text={t('content.saved-elsewhere-text')}
        />
      )}
      <WritingForm
        place={place}
        draft={draft}
        start={body}
        label={t('event-editor.body')}
        hint={t('content.hint.to-save')}
        bodyId="field-body"
        bodyError={errors.body && textOf(errors.body)}
        typed={answer?.values?.bodyFormat === 'json' ? undefined : answer?.values?.body}
        submitLabel={t('event-editor.save')}
        hasHeadings
        hasTables
        hasPictures
        isLong
        // oxlint-disable-next-line react/no-unstable-nested-components -- a function that is called, not a component
        below={(kept) => (
          <PartsBelow
            {...partOf(kept)}
            notified={props.notified}
            hasSessions={props.hasSessions}
            cover={props.cover}
          />
        )}
      >
        {(kept) => (
          <>
            <input type="hidden" name="intent" value="save" />
            {id && <input type="hidden" name="id" value={id} />}
            <input
              type="hidden"
              name="baseVersion"
              value={answer?.saved?.version ?? kept.baseVersion ?? version}
            />
            <Section id="what">
              <SubjectFields {...partOf(kept)} />
            </Section>
          </>
        )}
      </WritingForm>
    </>
  );
}

type PartsBelowProps = {
  values: EventValues;
  errors: Record<string, string>;
  options: Options;
  notified: Notified | null;
  hasSessions: boolean;
  cover: CoverPicture | null;
};

function PartsBelow({ notified, hasSessions, cover, ...part }: PartsBelowProps) {
  const t = useTranslate();
  return (
    <div className={classes.form}>
      <Section id="when">
        <ScheduleFields {...part} hasSessions={hasSessions} />
      </Section>
      <Section id="where">
        <VenueFields {...part} />
      </Section>
      <Section id="about">
        <DescriptionFields {...part} cover={cover} />
      </Section>
      <Section id="registration">
        <RegistrationFields {...part} />
      </Section>
      <Section id="save">
        <TextField
          name="versionName"
          label={t('content.version-name')}
          hint={t('content.hint.version-name')}
          maxLength={100}
          defaultValue={part.values.versionName ?? ''}
        />
        {notified && <ChangeNotice notified={notified} {...part} />}
      </Section>
    </div>
  );
}

/** How many people a change is e-mailed to, why, or that it is not. */
function ChangeNotice({
  notified,
  values,
  errors,
}: Omit<PartProps, 'options'> & { notified: Notified }) {
  const t = useTranslate();
  const textOf = useTextOf();
  return (
    <MailNotice notified={notified} isQuiet={values.quiet === 'on'}>
      {notified.hasReason && (
        <TextField
          id="field-changeReason"
          name="changeReason"
          label={t('event-editor.change-reason')}
          hint={t('event-editor.change-reason-hint')}
          error={errors.changeReason && textOf(errors.changeReason)}
          maxLength={longestChangeReason}
          defaultValue={values.changeReason ?? ''}
        />
      )}
    </MailNotice>
  );
}

type SectionProps = { id: EventSection; children: React.ReactNode };

function Section({ id, children }: SectionProps) {
  const t = useTranslate();
  return (
    <section className={classes.section} aria-labelledby={`part-${id}`}>
      <h2 id={`part-${id}`}>{t(`event-editor.part.${id}`)}</h2>
      {children}
    </section>
  );
}

/** The sections of the form, and of the page below it where the event is there. */
export function useEventSections(isThere: boolean, answer?: EventAnswer): SectionEntry[] {
  const t = useTranslate();
  const wrong = wrongFields(answer?.fieldErrors ?? {}).map((name) => name.split('.')[0] ?? name);
  const parts = namesOf(eventSections).map((part) => ({
    id: `part-${part}`,
    label: t(`event-editor.part.${part}`),
    errors: wrong.filter((name) => eventSections[part].includes(name)).length,
  }));
  if (!isThere) return parts;
  const refused = Object.keys(answer?.step?.fieldErrors ?? {}).length;
  return [
    ...parts,
    { id: 'steps', label: t('event-editor.steps'), errors: refused },
    { id: 'copy', label: t('event-editor.copy-heading') },
    { id: 'cover', label: t('content.cover') },
    { id: 'attachments', label: t('content.attachments') },
    { id: 'previews', label: t('content.preview') },
    { id: 'translations', label: t('content.translations') },
  ];
}
