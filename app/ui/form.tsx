import { type ComponentProps, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Form as RouterForm, useActionData, useNavigation } from 'react-router';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { useNamedError, wrongFields } from './fields/named-error';
import type { useNeededFields } from './fields/use-needed-fields';
import classes from './form.module.css';

type FormProps = ComponentProps<typeof RouterForm> & {
  /** What looks at the fields before the form is sent. */
  needed?: Pick<ReturnType<typeof useNeededFields>, 'errors' | 'form'>;
};

/**
 * A form whose refusal is summed up above its fields; each field says it as well. Pressed twice, it is
 * sent once.
 */
export function Form({ children, needed, ...props }: FormProps) {
  const answer = useActionData<unknown>();
  const form = { ...props, ...needed?.form };
  const onSubmit = useSentOnce(form, answer);
  return (
    <RouterForm {...form} onSubmit={onSubmit}>
      {form.method === 'post' && <ErrorSummary answer={needed?.errors ?? answer} />}
      {children}
    </RouterForm>
  );
}

/** Milliseconds in which the same is not sent again; then the line is probably cut. */
const answerTime = 10_000;

/** All that would be sent, to tell whether it is the same. */
const contentOf = (form: HTMLFormElement, button: HTMLElement): string =>
  JSON.stringify(
    [...new FormData(form, button)].map(([name, value]) =>
      typeof value === 'string' ? [name, value] : [name, value.name, value.size],
    ),
  );

/**
 * Refuses to send the same again while it waits for its answer.
 * @param answer a new one may come before the page has noticed that it waits
 */
function useSentOnce(
  { method, reloadDocument, onSubmit }: ComponentProps<typeof RouterForm>,
  answer: unknown,
) {
  const { state } = useNavigation();
  const last = useRef<{ content: string; at: number }>(null);
  useEffect(() => {
    if (state === 'idle') last.current = null;
  }, [state, answer]);
  return (event: SubmitEvent<HTMLFormElement>) => {
    onSubmit?.(event);
    const { submitter: button } = event.nativeEvent;
    if (event.defaultPrevented || method !== 'post' || reloadDocument || !button) return;
    const { timeStamp: at } = event;
    const content = contentOf(event.currentTarget, button);
    if (last.current?.content === content && at - last.current.at < answerTime) {
      event.preventDefault();
      return;
    }
    last.current = { content, at };
  };
}

type Problem = { field: HTMLElement; text: string };

/** The same each time, so that nothing is rendered anew for it. */
const none: readonly Problem[] = [];

/**
 * What is wrong in the form around it: takes the focus, and each line leads to its field (GOV.UK
 * Design System, error summary; WCAG 2.2, 3.3.1). Shows nothing while no field is wrong.
 * @param answer what came of the form: a repeated refusal is read out again
 */
function ErrorSummary({ answer }: { answer: unknown }) {
  const place = useRef<HTMLDivElement>(null);
  const [problems, setProblems] = useState(none);
  useEffect(() => {
    // A frame later, when editors have taken their marks too.
    const frame = requestAnimationFrame(() => {
      const found = problemsIn(place.current);
      setProblems((said) => {
        if (found.length === 0) return none;
        // A page that loads its data again has no answer any more, and says what it said.
        return answer === undefined ? said : found;
      });
    });
    return () => cancelAnimationFrame(frame);
  }, [answer]);
  return (
    <div ref={place} hidden={problems.length === 0}>
      {problems.length > 0 && (
        <SummaryBox
          answer={problems}
          problems={problems.map(({ field, text }) => ({
            text,
            address: field.id && `#${field.id}`,
            onOpen: () => showField(field),
          }))}
        />
      )}
    </div>
  );
}

type SummaryBoxProps = {
  problems: readonly { text: string; address: string; onOpen?: () => void }[];
  /** A new one takes the focus again. */
  answer: unknown;
};

/** The box itself, for a form that knows its problems better. */
export function SummaryBox({ problems, answer }: SummaryBoxProps) {
  const t = useTranslate();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), [answer]);
  return (
    <div
      ref={box}
      tabIndex={-1}
      className={classes.summary}
      role="group"
      aria-label={t('summary.title')}
    >
      <p>{t('summary.count', { count: problems.length })}</p>
      <ul>
        {problems.map(({ text, address, onOpen }) => (
          <li key={`${address} ${text}`}>
            <a
              href={address || '#content'}
              onClick={(event) => {
                if (!onOpen) return;
                event.preventDefault();
                onOpen();
              }}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

type PlainErrorSummaryProps = {
  /** Keys of texts by the name of the field; of rows, of the whole and of each cell that is wrong. */
  errors: Record<string, string>;
  /** @param name of a field, or of a field and a column: `links.url` */
  labelOf: (name: string) => string;
};

/** The summary where scripts do not run; it leads to fields whose ids are `field-` and their name. */
export function PlainErrorSummary({ errors, labelOf }: PlainErrorSummaryProps) {
  const textOf = useTextOf();
  const named = useNamedError();
  const problems = wrongFields(errors).map((name) => ({
    text: named(textOf(errors[name] ?? ''), labelOf(withoutRows(name))) ?? '',
    address: `#field-${name}`,
  }));
  return (
    problems.length > 0 && (
      <noscript>
        <SummaryBox answer={errors} problems={problems} />
      </noscript>
    )
  );
}

/** `sessions.1.endsAt` is a cell of `sessions.endsAt`, whatever its row. */
function withoutRows(name: string): string {
  return name.replace(/\.\d+(?=\.|$)/g, '');
}

/** The wrong fields of a form in their order, each group of choices once. */
function problemsIn(place: HTMLElement | null): Problem[] {
  const marked = place
    ?.closest('form')
    ?.querySelectorAll<HTMLElement>('[aria-invalid="true"], fieldset[data-invalid]');
  const seen = new Set<string>();
  return [...(marked ?? [])].flatMap((field) => {
    const text = errorOf(field) ?? errorOf(field.closest('fieldset'));
    const group = field instanceof HTMLInputElement ? `${field.name} ${text}` : field.id;
    if (!text || seen.has(group)) return [];
    seen.add(group);
    return [{ field, text }];
  });
}

function errorOf(field: Element | null): string | undefined {
  const ids = field?.getAttribute('aria-describedby')?.split(' ') ?? [];
  const id = ids.find((each) => each.endsWith('-error'));
  return (id && document.getElementById(id)?.textContent) || undefined;
}

function showField(field: HTMLElement): void {
  const folded = field.closest('details');
  if (folded) folded.open = true;
  field.focus();
  field.scrollIntoView({ block: 'nearest' });
}
