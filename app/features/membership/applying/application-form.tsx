import { useEffect, useRef, useState } from 'react';
import { Form, useNavigation } from 'react-router';
import { AppCheck } from '~/features/identity/bot-protection/app-check';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import classes from '~/ui/form.module.css';
import { SummaryBox } from '~/ui/form';
import { Message } from '~/ui/message';
import { Button } from '~/ui/button';
import { keepDraft, restoreDraft } from './application-draft';
import own from './application-form.module.css';
import type { ApplicationOptions } from './application-options.server';
import { useProblemText } from './use-problem-text';
import { ConsentPart, OfficePart, PersonPart, WorkPart } from './application-parts';
import { formParts, inOrder, partOf, problemsIn } from '~/features/membership/application-steps';

export type ApplicationAnswer = {
  error?: string;
  fieldErrors?: Record<string, string>;
  values?: Record<string, string>;
};

type ApplicationFormProps = {
  options: ApplicationOptions;
  statutes: { id: string; fileName: string } | null;
  answer?: ApplicationAnswer;
};

/**
 * The form of the application. Without scripts it is one long form; with them it comes in parts,
 * checks each part before the next, and keeps what was typed while the tab lives.
 */
export function ApplicationForm({ options, statutes, answer }: ApplicationFormProps) {
  const t = useTranslate();
  const textOf = useTextOf();
  const isBusy = useNavigation().state === 'submitting';
  const { form, part, goTo, next, problems } = useParts(answer);
  const names = inOrder(Object.keys(problems));
  const common = { problems, values: answer?.values };
  // What is to be ticked is a sentence.
  const nameOf = (name: string) => t(`application.field.${fieldKey(name)}`).replace(/\.$/, '');
  const problemText = useProblemText(problems);
  const summaryOf = (name: string) => {
    const problem = problemText(name);
    return problem?.isNamed
      ? problem.text
      : `${t('word.label', { label: nameOf(name) })} ${problem?.text ?? ''}`;
  };
  const isShown = (position: number) => part === null || part === position;
  const isLast = part === null || part === formParts.length - 1;
  const content = [
    <PersonPart key="person" {...common} />,
    <OfficePart key="office" {...common} options={options} />,
    <WorkPart key="work" {...common} options={options} />,
    <ConsentPart key="consent" {...common} statutes={statutes} />,
  ];
  return (
    <div className={own.frame}>
      {answer?.error && <Message kind="error" text={textOf(answer.error)} answer={answer} />}
      {part !== null && <Progress part={part} />}
      {names.length > 0 && (
        <SummaryBox
          answer={problems}
          problems={names.map((name) => ({
            text: summaryOf(name),
            address: `#field-${name}`,
            onOpen: () => goTo(partOf(name), name),
          }))}
        />
      )}
      <Form
        ref={form}
        method="post"
        className={own.form}
        noValidate
        onInput={({ currentTarget }) => keepDraft(currentTarget)}
        onSubmit={(event) => {
          if (next()) event.preventDefault();
        }}
      >
        {formParts.map(({ id }, position) => (
          <section
            key={id}
            id={`part-${id}`}
            className={own.part}
            aria-labelledby={`title-${id}`}
            hidden={!isShown(position)}
          >
            <h3 id={`title-${id}`} tabIndex={-1}>
              {t(`application.part.${id}`)}
            </h3>
            {content[position]}
          </section>
        ))}
        {isLast && <AppCheck />}
        <div className={classes.actions}>
          {part !== null && part > 0 && (
            <Button onClick={() => goTo(part - 1)}>{t('application.back')}</Button>
          )}
          <Button variant="primary" isBusy={isBusy}>
            {isLast ? t('application.send') : t('application.next')}
          </Button>
        </div>
      </Form>
    </div>
  );
}

const fieldKeys = formParts.flatMap(({ fields }) => [...fields]);
type FieldKey = (typeof fieldKeys)[number];

function fieldKey(name: string): FieldKey {
  return fieldKeys.find((key) => key === name) ?? 'email';
}

function Progress({ part }: { part: number }) {
  const t = useTranslate();
  return (
    <div>
      <ol className={own.progress} aria-label={t('application.progress')}>
        {formParts.map(({ id }, position) => (
          <li
            key={id}
            aria-current={position === part ? 'step' : undefined}
            data-done={position < part || undefined}
          >
            <span className={own.number} aria-hidden="true">
              {position + 1}
            </span>
            <span>{t(`application.part.${id}`)}</span>
          </li>
        ))}
      </ol>
      <p className={own.here} aria-hidden="true">
        {t('application.step', { number: part + 1, total: formParts.length })}
      </p>
    </div>
  );
}

/** The same at every step, so that no part is made again for it. */
const none: Record<string, string> = {};

/** Which part is shown (null: all, without scripts), and how one comes from one to the next. */
function useParts(answer?: ApplicationAnswer) {
  const form = useRef<HTMLFormElement>(null);
  const [part, setPart] = useState<number | null>(null);
  const [local, setLocal] = useState<Record<string, string> | null>(null);
  const [wanted, setWanted] = useState<string | null>(null);
  const problems = local ?? answer?.fieldErrors ?? none;
  const serverErrors = answer?.fieldErrors;
  useEffect(() => {
    if (form.current) restoreDraft(form.current);
  }, []);
  useEffect(() => {
    const [first] = inOrder(Object.keys(serverErrors ?? {}));
    // oxlint-disable-next-line react/set-state-in-effect -- parts exist in the browser only
    setLocal(null);
    setPart((before) => (first ? partOf(first) : (before ?? 0)));
    setWanted(null);
  }, [serverErrors]);
  useEffect(() => {
    if (wanted) focusOn(wanted);
  }, [wanted, part]);

  const goTo = (position: number, name?: string) => {
    setPart(position);
    setWanted(name ?? `title-${formParts[position]?.id}`);
    if (name) focusOn(name);
  };
  /** @returns whether the form stays here, in the next part or at a problem of this one */
  const next = (): boolean => {
    if (part === null || !form.current) return false;
    const section = form.current.querySelector(`#part-${formParts[part]?.id}`);
    const found = section ? problemsIn(section) : {};
    setLocal(found);
    if (Object.keys(found).length > 0) {
      setWanted(null);
      return true;
    }
    if (part === formParts.length - 1) return false;
    goTo(part + 1);
    return true;
  };
  return { form, part, goTo, next, problems };
}

/** Puts the focus on a field, the first of a group of choices, or a heading. */
function focusOn(name: string): void {
  const element = document.getElementById(`field-${name}`) ?? document.getElementById(name);
  if (!element) return;
  const target = element instanceof HTMLFieldSetElement ? element.querySelector('input') : element;
  target?.focus();
  element.scrollIntoView({ block: 'nearest' });
}
