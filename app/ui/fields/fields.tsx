import { type ChangeEvent, type ReactNode, useId } from 'react';
import classes from './fields.module.css';
import { useNamedError } from './named-error';

export type FieldProps = {
  name: string;
  label: string;
  /** Said below the label, before anything is typed. */
  hint?: string;
  /** What is wrong and what to do; connected with the field for screen readers. */
  error?: string;
  defaultValue?: string;
  required?: boolean;
  autoComplete?: string;
  /** Where a summary of errors leads; made up when absent. */
  id?: string;
};

/** Label, hint and error of a field, and what connects them with it (WCAG 2.2, 1.3.1 and 3.3.1). */
export function useFieldParts({
  label,
  hint,
  ...given
}: Pick<FieldProps, 'label' | 'hint' | 'error' | 'id'>) {
  const madeUp = useId();
  const error = useNamedError()(given.error, label);
  const id = given.id ?? madeUp;
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return {
    id,
    marks: {
      'aria-describedby': describedBy || undefined,
      'aria-invalid': error ? (true as const) : undefined,
    },
    before: hint && (
      <span id={`${id}-hint`} className={classes.hint}>
        {hint}
      </span>
    ),
    after: error && (
      <span id={`${id}-error`} className={classes.error}>
        {error}
      </span>
    ),
  };
}

type FieldFrameProps = Pick<FieldProps, 'label' | 'hint' | 'error' | 'id'> & {
  children: (input: { id: string } & ReturnType<typeof useFieldParts>['marks']) => ReactNode;
};

export function FieldFrame({ label, children, ...said }: FieldFrameProps) {
  const { id, marks, before, after } = useFieldParts({ label, ...said });
  return (
    <div className={classes.field}>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      {before}
      {children({ id, ...marks })}
      {after}
    </div>
  );
}

type TextFieldProps = FieldProps & {
  type?: 'text' | 'search' | 'number' | 'email' | 'tel' | 'url' | 'date' | 'datetime-local';
  inputMode?: 'numeric';
  minLength?: number;
  maxLength?: number;
  min?: number;
  /** Id of a `datalist` of what can be typed. */
  list?: string;
};

/** One line of text. Nothing that was typed is cleared by a refusal. */
export function TextField({ label, hint, error, id, type = 'text', ...field }: TextFieldProps) {
  return (
    <FieldFrame {...{ label, hint, error, id }}>
      {(input) => <input type={type} className={classes.box} {...field} {...input} />}
    </FieldFrame>
  );
}

type LongTextFieldProps = FieldProps & {
  /** Of what is written into it, when that is not the language of the page. */
  lang?: string;
  rows?: number;
  minLength?: number;
  maxLength?: number;
};

/** Several lines of text. */
export function LongTextField({ label, hint, error, id, rows = 4, ...field }: LongTextFieldProps) {
  return (
    <FieldFrame {...{ label, hint, error, id }}>
      {(input) => <textarea rows={rows} className={classes.box} {...field} {...input} />}
    </FieldFrame>
  );
}

export type Choice = { value: string; label: string; hint?: string };
export type ChoicesProps = FieldProps & { choices: readonly Choice[] };
type SelectFieldProps = ChoicesProps & {
  /** Further choices, below the others, under headings. */
  groups?: readonly { label: string; choices: readonly Choice[] }[];
  /** For a choice that holds at once, without a form. */
  value?: string;
  onChoose?: (value: string) => void;
};

/** One of a list, in the browser's own menu. */
export function SelectField(props: SelectFieldProps) {
  const { label, hint, error, id, choices, groups, onChoose, ...field } = props;
  const onChange =
    onChoose && ((event: ChangeEvent<HTMLSelectElement>) => onChoose(event.currentTarget.value));
  return (
    <FieldFrame {...{ label, hint, error, id }}>
      {(input) => (
        <select className={classes.box} onChange={onChange} {...field} {...input}>
          {optionsOf(choices)}
          {groups?.map((group) => (
            <optgroup key={group.label} label={group.label}>
              {optionsOf(group.choices)}
            </optgroup>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}

function optionsOf(choices: readonly Choice[]) {
  return choices.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}
