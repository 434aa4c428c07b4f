import { type ReactNode, useId } from 'react';
import classes from './plain-fields.module.css';

type PlainFieldProps = {
  name: string;
  label: string;
  hint?: string;
  error?: string;
  defaultValue?: string;
  required?: boolean;
  autoComplete?: string;
  /** Where a summary of errors leads; made up when absent. */
  id?: string;
};

function useParts({ hint, error, ...given }: { hint?: string; error?: string; id?: string }) {
  const madeUp = useId();
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

type LineFieldProps = PlainFieldProps & {
  type?: 'text' | 'search' | 'number' | 'email' | 'tel' | 'url' | 'datetime-local';
  inputMode?: 'numeric';
  minLength?: number;
  maxLength?: number;
  min?: number;
  /** Id of a `datalist` of what can be typed. */
  list?: string;
};

/** One line of text, of the browser's own making: needs no script and no provider. */
export function LineField({ label, hint, error, type = 'text', ...field }: LineFieldProps) {
  const { id, marks, before, after } = useParts({ hint, error, id: field.id });
  return (
    <div className={classes.field}>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      {before}
      <input type={type} className={classes.box} {...marks} {...field} id={id} />
      {after}
    </div>
  );
}

type LongTextFieldProps = PlainFieldProps & {
  /** Of what is written into it, when that is not the language of the page. */
  lang?: string;
  rows?: number;
  minLength?: number;
  maxLength?: number;
};

/** Several lines of text. */
export function LongTextField({ label, hint, error, rows = 4, ...field }: LongTextFieldProps) {
  const { id, marks, before, after } = useParts({ hint, error, id: field.id });
  return (
    <div className={classes.field}>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      {before}
      <textarea rows={rows} className={classes.box} {...marks} {...field} id={id} />
      {after}
    </div>
  );
}

export type Choice = { value: string; label: string; hint?: string };
type ChoicesProps = PlainFieldProps & { choices: readonly Choice[] };
type SelectFieldProps = ChoicesProps & {
  /** Further choices, below the others, under headings. */
  groups?: readonly { label: string; choices: readonly Choice[] }[];
};

/** One of a list, in the browser's own menu. */
export function SelectField(props: SelectFieldProps) {
  const { label, hint, error, choices, groups, ...field } = props;
  const { id, marks, before, after } = useParts({ hint, error, id: field.id });
  return (
    <div className={classes.field}>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      {before}
      <select className={classes.box} {...marks} {...field} id={id}>
        {optionsOf(choices)}
        {groups?.map((group) => (
          <optgroup key={group.label} label={group.label}>
            {optionsOf(group.choices)}
          </optgroup>
        ))}
      </select>
      {after}
    </div>
  );
}

function optionsOf(choices: readonly Choice[]) {
  return choices.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}

type RadioFieldProps = ChoicesProps & { onChoose?: (value: string) => void };

/** One of a few, all of them in sight. */
export function RadioField({ defaultValue, ...field }: RadioFieldProps) {
  const chosen = defaultValue === undefined ? [] : [defaultValue];
  return <ChoiceGroup type="radio" chosen={chosen} {...field} />;
}

type CheckGroupProps = Omit<ChoicesProps, 'defaultValue' | 'required'> & {
  chosen: readonly string[];
  /** Short labels stand side by side. */
  isCompact?: boolean;
};

/** Several of a few, all of them in sight. */
export function CheckGroup(props: CheckGroupProps) {
  return <ChoiceGroup type="checkbox" {...props} />;
}

type ChoiceGroupProps = Omit<RadioFieldProps, 'defaultValue'> &
  CheckGroupProps & { type: 'radio' | 'checkbox' };

function ChoiceGroup(props: ChoiceGroupProps) {
  const { type, label, choices, chosen, name, required, isCompact, onChoose } = props;
  const { marks, before, after } = useParts(props);
  return (
    <fieldset id={props.id} className={classes.field} aria-describedby={marks['aria-describedby']}>
      <legend className={classes.label}>{label}</legend>
      {before}
      {after}
      <div className={isCompact ? classes.columns : classes.choices}>
        {choices.map((choice) => (
          <Tick key={choice.value} hint={choice.hint}>
            {(describedBy) => (
              <label className={classes.choice}>
                <input
                  type={type}
                  name={name}
                  value={choice.value}
                  defaultChecked={chosen.includes(choice.value)}
                  required={required}
                  aria-describedby={describedBy}
                  aria-invalid={marks['aria-invalid']}
                  onChange={() => onChoose?.(choice.value)}
                />
                <span>{choice.label}</span>
              </label>
            )}
          </Tick>
        ))}
      </div>
    </fieldset>
  );
}

type CheckFieldProps = {
  name: string;
  label: ReactNode;
  /** For several boxes of the same name. */
  value?: string;
  hint?: string;
  error?: string;
  defaultChecked?: boolean;
  required?: boolean;
  id?: string;
  onTick?: (is: boolean) => void;
};

/** A box to tick. */
export function CheckField(props: CheckFieldProps) {
  const { name, label, value = 'on', hint, error, defaultChecked, required, id, onTick } = props;
  return (
    <Tick hint={hint} error={error}>
      {(describedBy) => (
        <label className={classes.choice}>
          <input
            type="checkbox"
            id={id}
            name={name}
            value={value}
            defaultChecked={defaultChecked}
            required={required}
            aria-describedby={describedBy}
            aria-invalid={error ? true : undefined}
            onChange={(event) => onTick?.(event.target.checked)}
          />
          <span>{label}</span>
        </label>
      )}
    </Tick>
  );
}

/** What is to be ticked, with what is said about it below. */
export function Tick({
  hint,
  error,
  children,
}: {
  hint?: string;
  error?: string;
  children: (describedBy?: string) => ReactNode;
}) {
  const id = useId();
  const describedBy = [hint && id, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div>
      {children(describedBy || undefined)}
      {hint && (
        <p id={id} className={classes.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
}

type ActionButtonProps = {
  children: ReactNode;
  kind?: 'main' | 'plain' | 'wrong';
  name?: string;
  value?: string;
  isBusy?: boolean;
  /** Instead of sending the form. */
  onClick?: () => void;
};

/** Sends the form it stands in. */
export function ActionButton({ children, kind = 'plain', isBusy, ...button }: ActionButtonProps) {
  const look = kind === 'plain' ? classes.button : `${classes.button} ${classes[kind]}`;
  return (
    <button
      type={button.onClick ? 'button' : 'submit'}
      className={look}
      aria-busy={isBusy || undefined}
      {...button}
    >
      {children}
    </button>
  );
}
