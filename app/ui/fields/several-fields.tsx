import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTextOf } from '~/i18n/translation-context';
import { type Row, severalIn } from '~/lib/forms/form';
import { Button } from '~/ui/button';
import { useFieldParts } from './fields';
import fields from './fields.module.css';
import { useNamedError } from './named-error';
import classes from './rows-field.module.css';

/** What the fields of such a cell are called, and who says how many there are. */
export type SeveralTexts =
  | NamedTexts
  | {
      /** The row does: a field for each of these. */
      labelsOf: (row: Row) => readonly string[];
      /** Their language. */
      lang: string;
    };

export type NamedTexts = {
  /** "Speaker 2" and the like. */
  one: (number: number) => string;
  add: string;
  remove: (number: number) => string;
};

type SeveralFieldsProps = {
  /** Of the cell, as `sessions.2.speakers`; all of its fields have it. */
  name: string;
  label: string;
  hint?: string;
  texts: SeveralTexts;
  /** That of which they are a cell, if they are. */
  row?: Row;
  text: string;
  /** Refusals by name: of the cell, and of a field as `sessions.2.speakers.0`. */
  errors: Record<string, string>;
  /** Absent: what is typed stays where it is. */
  onChange?: (text: string) => void;
};

/** Where scripts do not run; saving makes room for more. */
const spareFields = 2;

/** A cell of a row that has several values, each in a field of its own. */
export function SeveralFields(props: SeveralFieldsProps) {
  const { name, label, hint, texts, row = {}, text, errors, onChange } = props;
  const textOf = useTextOf();
  const named = useNamedError();
  const place = useRef<HTMLFieldSetElement>(null);
  const next = useRef<number>(null);
  // What was pressed may be gone: the focus goes to the field that came, or that stands there now.
  useEffect(() => {
    if (next.current === null) return;
    const field = place.current?.querySelectorAll('input')[next.current];
    next.current = null;
    field?.focus();
    // Adding and removing count as input, so that drafts are saved.
    field?.dispatchEvent(new Event('input', { bubbles: true }));
  }, [text]);
  const given = severalIn(text);
  const labels = 'labelsOf' in texts ? texts.labelsOf(row) : null;
  const values = labels ? labels.map((_, at) => given[at] ?? '') : given;
  // What is typed before scripts run is in the fields only.
  useEffect(() => {
    const typed = Array.from(place.current?.querySelectorAll('input') ?? [], ({ value }) => value);
    if (typed.some((value, at) => value !== values[at])) onChange?.(typed.join('\n'));
  });
  if (values.length === 0) return null;
  const change = (changed: readonly string[], focused: number | null = null) => {
    next.current = focused;
    onChange?.(changed.join('\n'));
  };
  const toolsAt = ({ remove }: NamedTexts, at: number): Tools => {
    const removeTo = (focused: number) =>
      change(values.toSpliced(at, 1), Math.min(Math.max(focused, 0), values.length - 2));
    return {
      add: () => change(values.toSpliced(at + 1, 0, ''), at + 1),
      ...(values.length > 1 && {
        removal: remove(at + 1),
        remove: () => removeTo(at),
        removeBack: () => removeTo(at - 1),
      }),
    };
  };
  const fieldAt = (at: number, value = '', isSpare = false) => (
    <OneOfSeveral
      key={at}
      id={`field-${name}.${at}`}
      name={name}
      label={'one' in texts ? texts.one(at + 1) : (labels?.[at] ?? '')}
      lang={'lang' in texts ? texts.lang : undefined}
      error={textOf(errors[`${name}.${at}`] ?? '')}
      value={value}
      onChange={onChange && !isSpare ? (typed) => change(values.with(at, typed)) : undefined}
      tools={'one' in texts && onChange && !isSpare ? toolsAt(texts, at) : undefined}
    />
  );
  const spare = Array.from({ length: spareFields }, (_, at) =>
    fieldAt(values.length + at, '', true),
  );
  const isSaidAtField = Object.keys(errors).some((one) => one.startsWith(`${name}.`));
  const error = named(isSaidAtField ? undefined : textOf(errors[name] ?? ''), label);
  const described = [hint && `field-${name}-hint`, error && `field-${name}-error`].filter(Boolean);
  return (
    <fieldset
      ref={place}
      id={`field-${name}`}
      className={classes.several}
      aria-describedby={described.join(' ') || undefined}
      // A summary of errors leads to it.
      tabIndex={error ? -1 : undefined}
      data-invalid={error ? true : undefined}
      data-wide
    >
      <legend className={fields.label}>{label}</legend>
      {hint && (
        <p id={`field-${name}-hint`} className={fields.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`field-${name}-error`} className={fields.error}>
          {error}
        </p>
      )}
      {values.map((value, at) => fieldAt(at, value))}
      {'one' in texts && (
        <>
          {/* Without `onChange` all of it is within a `noscript` already, which holds no other. */}
          {onChange ? <noscript>{spare}</noscript> : spare}
          {onChange && (
            <Button onClick={() => change([...values, ''], values.length)}>{texts.add}</Button>
          )}
        </>
      )}
    </fieldset>
  );
}

type OneOfSeveralProps = {
  id: string;
  name: string;
  label: string;
  lang?: string;
  error: string;
  value: string;
  onChange?: (typed: string) => void;
  tools?: Tools;
};

type Tools = {
  add: () => void;
  /** What removing it is called; absent where it is the only one. */
  removal?: string;
  remove?: () => void;
  /** With the focus before it then, as in a text. */
  removeBack?: () => void;
};

/** One of the fields; where others say how many there are, what each stands for is seen. */
function OneOfSeveral({ id, name, label, lang, error, value, ...props }: OneOfSeveralProps) {
  const { onChange, tools } = props;
  const { marks, after } = useFieldParts({ id, label, error });
  const isSeen = lang !== undefined;
  return (
    <div className={fields.field}>
      {isSeen && (
        <label htmlFor={id} lang={lang}>
          {label}
        </label>
      )}
      <span className={classes.one}>
        <input
          type="text"
          id={id}
          name={name}
          className={fields.box}
          aria-label={isSeen ? undefined : label}
          {...marks}
          onKeyDown={tools && ((event) => onFieldKey(event, tools))}
          {...(onChange
            ? { value, onChange: ({ target }) => onChange(target.value) }
            : { defaultValue: value })}
        />
        {tools?.removal && (
          <button
            type="button"
            className={classes.tool}
            aria-label={tools.removal}
            title={tools.removal}
            onClick={tools.remove}
          >
            <span aria-hidden="true">×</span>
          </button>
        )}
      </span>
      {after}
    </div>
  );
}

/** Enter goes on to a further field instead of sending the form; Backspace takes an empty one away. */
function onFieldKey(event: KeyboardEvent<HTMLInputElement>, { add, removeBack }: Tools): void {
  if (event.nativeEvent.isComposing) return;
  const { value } = event.currentTarget;
  const act = { Enter: value.trim() ? add : () => {}, Backspace: value ? undefined : removeBack };
  const done = event.key === 'Enter' || event.key === 'Backspace' ? act[event.key] : undefined;
  if (!done) return;
  event.preventDefault();
  done();
}
