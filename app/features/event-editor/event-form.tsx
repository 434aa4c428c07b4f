import { Form, useNavigation } from 'react-router';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import type { RichText } from '~/lib/rich-text';
import { Message } from '~/ui/message';
import { ActionButton, CheckField } from '~/ui/plain-fields';
import { RichTextField } from '~/ui/rich-text-field';
import classes from './event-editor.module.css';
import {
  AboutPart,
  type Options,
  RegistrationPart,
  WhatPart,
  WhenPart,
  WherePart,
} from './event-form-parts';
import { EventDifference } from './event-difference';
import type { EventValues } from './event-values';

export type EventAnswer = {
  error?: string;
  fieldErrors?: Record<string, string>;
  values?: EventValues;
  /** What somebody else has saved meanwhile, where a save came too late. */
  saved?: { version: number; values: EventValues; body: string };
};

type EventFormProps = {
  values: EventValues;
  body?: RichText;
  version: number;
  isAddressFixed: boolean;
  /** Whether there may be people to tell. */
  isPublished: boolean;
  options: Options;
  answer?: EventAnswer;
};

/** The fields of an event. Nothing typed is lost by a refusal. */
export function EventForm(props: EventFormProps) {
  const { values, body, version, isAddressFixed, isPublished, options, answer } = props;
  const t = useTranslate();
  const textOf = useTextOf();
  const isBusy = useNavigation().state === 'submitting';
  const errors = answer?.fieldErrors ?? {};
  const part = { values: answer?.values ?? values, errors, options };
  const typed = answer?.values?.bodyFormat === 'json' ? undefined : answer?.values?.body;
  const count = Object.keys(errors).length;
  return (
    <>
      {answer?.error && <Message kind="error" text={textOf(answer.error)} answer={answer} />}
      {count > 0 && (
        <Message kind="error" text={t('event-editor.problems', { count })} answer={answer} />
      )}
      {answer?.saved && answer.values && (
        <EventDifference saved={answer.saved} typed={answer.values} />
      )}
      <Form method="post" className={classes.form} noValidate>
        <input type="hidden" name="intent" value="save" />
        <input type="hidden" name="version" value={answer?.saved?.version ?? version} />
        <Section id="what">
          <WhatPart {...part} isAddressFixed={isAddressFixed} />
          <RichTextField
            name="body"
            label={t('event-editor.body')}
            error={errors.body && textOf(errors.body)}
            defaultValue={body}
            defaultText={typed}
            hasHeadings
          />
        </Section>
        <Section id="when">
          <WhenPart {...part} />
        </Section>
        <Section id="where">
          <WherePart {...part} />
        </Section>
        <Section id="about">
          <AboutPart {...part} />
        </Section>
        <Section id="registration">
          <RegistrationPart {...part} />
        </Section>
        {isPublished && (
          <CheckField
            name="quiet"
            label={t('event-editor.quiet')}
            hint={t('event-editor.quiet-hint')}
          />
        )}
        <div className={classes.bar}>
          <ActionButton kind="main" isBusy={isBusy}>
            {t('event-editor.save')}
          </ActionButton>
        </div>
      </Form>
    </>
  );
}

type SectionProps = {
  id: 'what' | 'when' | 'where' | 'about' | 'registration';
  children: React.ReactNode;
};

function Section({ id, children }: SectionProps) {
  const t = useTranslate();
  return (
    <section className={classes.section} aria-labelledby={`part-${id}`}>
      <h2 id={`part-${id}`}>{t(`event-editor.part.${id}`)}</h2>
      {children}
    </section>
  );
}
