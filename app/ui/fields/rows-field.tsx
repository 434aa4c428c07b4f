import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from '~/ui/button';
import fields from './fields.module.css';
import classes from './rows-field.module.css';

type Value = string | boolean;
export type Row = Record<string, Value>;

type Column = {
  name: string;
  label: string;
  kind: 'text' | 'moment' | 'choice' | 'tick';
  options?: readonly { value: string; label: string }[];
  /** Over the whole width. */
  isWide?: boolean;
};

type RowsFieldProps = {
  name: string;
  label: string;
  hint?: string;
  error?: string;
  columns: readonly Column[];
  defaultRows: readonly Row[];
  /** The heading of a row. */
  headingOf?: (row: Row) => ReactNode;
  texts: {
    empty: string;
    /** "Session 3" and the like. */
    row: (number: number) => string;
  };
} & (
  | {
      /** A new row, to be filled in; absent: there are these rows, in this order. */
      newRow?: undefined;
    }
  | { newRow: (rows: readonly Row[]) => Row; texts: ChangeTexts }
);

type ChangeTexts = {
  add: string;
  remove: (number: number) => string;
  up: (number: number) => string;
  down: (number: number) => string;
};

type Kept = { key: number; row: Row };

/** Rows of a few fields each, in an order that can be changed; they travel as JSON in one field. */
export function RowsField(props: RowsFieldProps) {
  const { name, label, hint, error, columns, defaultRows, headingOf, texts } = props;
  const id = useId();
  const [kept, setKept] = useState<Kept[]>(() => defaultRows.map((row, key) => ({ key, row })));
  const rows = kept.map(({ row }) => row);
  const hidden = useRef<HTMLInputElement>(null);
  const [first] = useState(kept);
  // Adding, moving or removing a row counts as input, so that drafts are saved.
  useEffect(() => {
    if (kept !== first) hidden.current?.dispatchEvent(new Event('input', { bubbles: true }));
  }, [kept, first]);
  const add = (row: Row) => {
    const key = Math.max(-1, ...kept.map((one) => one.key)) + 1;
    setKept([...kept, { key, row }]);
  };
  const swap = (position: number, other: number) => {
    const [a, b] = [kept[position], kept[other]];
    if (!a || !b) return;
    setKept(kept.with(position, b).with(other, a));
  };
  return (
    <fieldset className={classes.rows} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={fields.label}>{label}</legend>
      <input ref={hidden} type="hidden" name={name} value={JSON.stringify(rows)} />
      {hint && <p className={fields.hint}>{hint}</p>}
      {error && (
        <p id={`${id}-error`} className={fields.error}>
          {error}
        </p>
      )}
      {kept.length === 0 && <p className={fields.hint}>{texts.empty}</p>}
      <ol className={classes.list}>
        {kept.map(({ key, row }, position) => (
          <li key={key} className={classes.row} aria-label={texts.row(position + 1)}>
            {headingOf && <p className={classes.heading}>{headingOf(row)}</p>}
            <div className={classes.fields}>
              {columns.map((column) => (
                <Cell
                  key={column.name}
                  id={`${id}-${key}-${column.name}`}
                  column={column}
                  value={row[column.name] ?? ''}
                  onChange={(value) =>
                    setKept(kept.with(position, { key, row: { ...row, [column.name]: value } }))
                  }
                />
              ))}
            </div>
            {props.newRow && (
              <p className={classes.tools}>
                <Tool
                  label={props.texts.up(position + 1)}
                  sign="↑"
                  isDisabled={position === 0}
                  onClick={() => swap(position, position - 1)}
                />
                <Tool
                  label={props.texts.down(position + 1)}
                  sign="↓"
                  isDisabled={position === kept.length - 1}
                  onClick={() => swap(position, position + 1)}
                />
                <Tool
                  label={props.texts.remove(position + 1)}
                  sign="×"
                  onClick={() => setKept(kept.filter((one) => one.key !== key))}
                />
              </p>
            )}
          </li>
        ))}
      </ol>
      {props.newRow && <Button onClick={() => add(props.newRow(rows))}>{props.texts.add}</Button>}
    </fieldset>
  );
}

type ToolProps = { label: string; sign: string; isDisabled?: boolean; onClick: () => void };

function Tool({ label, sign, isDisabled, onClick }: ToolProps) {
  return (
    <button
      type="button"
      className={classes.tool}
      aria-label={label}
      title={label}
      disabled={isDisabled}
      onClick={onClick}
    >
      <span aria-hidden="true">{sign}</span>
    </button>
  );
}

type CellProps = { id: string; column: Column; value: Value; onChange: (value: Value) => void };

function Cell({ id, column, value, onChange }: CellProps) {
  const { label, kind, options = [], isWide } = column;
  const text = typeof value === 'string' ? value : '';
  if (kind === 'tick') {
    return (
      <label className={fields.choice}>
        <input
          type="checkbox"
          checked={value === true}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{label}</span>
      </label>
    );
  }
  return (
    <div className={fields.field} data-wide={isWide || undefined}>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      {kind === 'choice' ? (
        <select
          id={id}
          className={fields.box}
          value={text}
          onChange={(event) => onChange(event.target.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          type={kind === 'moment' ? 'datetime-local' : 'text'}
          className={fields.box}
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </div>
  );
}
