import { type ReactNode, useId } from 'react';
import type { Translate } from '~/i18n/translate';
import { useTranslate } from '~/i18n/translation-context';
import { type ChoicesProps, useFieldParts } from './fields';
import classes from './fields.module.css';

type RadioFieldProps = ChoicesProps & { onChoose?: (value: string) => void };

/** One of a few, all of them in sight. */
export function RadioField({ defaultValue, ...field }: RadioFieldProps) {
  const chosen = defaultValue === undefined ? [] : [defaultValue];
  return <ChoiceGroup type="radio" chosen={chosen} {...field} />;
}

type CheckGroupProps = Omit<ChoicesProps, 'defaultValue' | 'required'> & {
  chosen: readonly string[];
  /** Short labels are placed side by side. */
  isCompact?: boolean;
  onChoose?: (value: string) => void;
};

/** Several of a few, all of them in sight. */
export function CheckGroup(props: CheckGroupProps) {
  return <ChoiceGroup type="checkbox" {...props} />;
}

type ChoiceGroupProps = Omit<RadioFieldProps, 'defaultValue'> &
  CheckGroupProps & { type: 'radio' | 'checkbox' };

function ChoiceGroup(props: ChoiceGroupProps) {
  const { type, label, choices, chosen, name, required, isCompact, onChoose } = props;
  const { marks, before, after } = useFieldParts(props);
  return (
    <fieldset id={props.id} className={classes.field} aria-describedby={marks['aria-describedby']}>
      <legend className={classes.label}>{label}</legend>
      {before}
      {after}
      <div className={isCompact ? classes.columns : classes.choices}>
        {choices.map((choice) => (
          <Checkbox key={choice.value} hint={choice.hint}>
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
          </Checkbox>
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
  const { name, label, value = 'on', hint, defaultChecked, required, id, onTick } = props;
  const t = useTranslate();
  // What is to be ticked is a sentence, which the label has.
  const error = props.error === t('form.required') ? tickText(t, label) : props.error;
  return (
    <Checkbox hint={hint} error={error}>
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
    </Checkbox>
  );
}

const tickText = (t: Translate, label: ReactNode) =>
  typeof label === 'string'
    ? t('form.named.tick', { label: label.replace(/\.$/, '') })
    : t('form.tick');

/** What is to be ticked, with what is said about it below. */
export function Checkbox({
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
