import { useTextOf } from '~/i18n/translation-context';
import type { Row } from '~/lib/forms/form';
import { type Choice, FieldFrame } from './fields';
import fields from './fields.module.css';
import classes from './rows-field.module.css';
import { SeveralFields, type SeveralTexts } from './several-fields';

export type Column = {
  name: string;
  label: string;
  options?: readonly Choice[];
  /** Over the whole width. */
  isWide?: boolean;
  /** Id of a `datalist` of what can be typed. */
  list?: string;
  /** Only needed now and then: shown on request. */
  isRare?: boolean;
} & (OneValue | SeveralValues);

type OneValue = {
  kind: 'text' | 'long' | 'day' | 'moment' | 'choice' | 'tick' | 'fixed';
  several?: undefined;
};

/** A cell with several values, each in a field of its own. */
type SeveralValues = { kind: 'several'; several: SeveralTexts };

type CellsProps = {
  columns: readonly Column[];
  row: Row;
  /** The name of the row, as `links.2`. */
  place: string;
  errors: Record<string, string>;
  rare?: string;
  /** Absent: what is typed stays where it is. */
  onChange?: (column: string, value: string) => void;
};

export function Cells({ columns, row, place, errors, rare, onChange }: CellsProps) {
  const textOf = useTextOf();
  const cellOf = (column: Column) =>
    column.several ? (
      <SeveralFields
        key={column.name}
        name={`${place}.${column.name}`}
        label={column.label}
        texts={column.several}
        row={row}
        text={row[column.name] ?? ''}
        errors={errors}
        onChange={onChange && ((text) => onChange(column.name, text))}
      />
    ) : (
      <Cell
        key={column.name}
        name={`${place}.${column.name}`}
        column={column}
        value={row[column.name] ?? ''}
        error={errors[`${place}.${column.name}`]}
        onChange={onChange && ((value) => onChange(column.name, value))}
      />
    );
  // Of what a cell cannot say: of the row as a whole, of a tick, or of what is not shown.
  const unsaid = columns.filter(({ kind }) => kind === 'tick' || kind === 'fixed');
  const error = [place, ...unsaid.map(({ name }) => `${place}.${name}`)]
    .map((name) => errors[name])
    .find(Boolean);
  const rareColumns = columns.filter(({ isRare }) => isRare);
  const isRefused = rareColumns.some(({ name }) => errors[`${place}.${name}`]);
  return (
    <div className={classes.fields}>
      {error && (
        <p className={fields.error} data-wide>
          {textOf(error)}
        </p>
      )}
      {columns.filter(({ isRare }) => !isRare).map(cellOf)}
      {rareColumns.length > 0 && (
        <details open={isRefused || undefined} data-wide>
          <summary>{rare}</summary>
          <div className={classes.fields}>{rareColumns.map(cellOf)}</div>
        </details>
      )}
    </div>
  );
}

type CellProps = {
  name: string;
  column: Column & OneValue;
  value: string;
  error?: string;
  onChange?: (value: string) => void;
};

const inputTypes = { text: 'text', day: 'date', moment: 'datetime-local' } as const;

function Cell({ name, column, value, error, onChange }: CellProps) {
  const textOf = useTextOf();
  const { label, kind, options = [], isWide, list } = column;
  if (kind === 'fixed') return value && <input type="hidden" name={name} value={value} />;
  if (kind === 'tick') {
    return (
      <label className={fields.choice}>
        <input
          type="checkbox"
          name={name}
          defaultChecked={value === 'on'}
          onChange={(event) => onChange?.(event.target.checked ? 'on' : '')}
        />
        <span>{label}</span>
      </label>
    );
  }
  // What is typed stays in the field, also what was typed before scripts ran.
  const given = {
    name,
    className: fields.box,
    defaultValue: value,
    onChange: ({ target }: { target: { value: string } }) => onChange?.(target.value),
  };
  return (
    <div data-wide={isWide || undefined}>
      <FieldFrame id={`field-${name}`} label={label} error={error && textOf(error)}>
        {(input) => {
          if (kind === 'long') return <textarea rows={6} {...given} {...input} />;
          if (kind !== 'choice')
            return <input type={inputTypes[kind]} list={list} {...given} {...input} />;
          return (
            <select {...given} {...input}>
              {!options.some((option) => option.value === value) && (
                <option value={value}>{value}</option>
              )}
              {options.map((option) => (
                <option key={option.value} value={option.value}>
                  {option.label}
                </option>
              ))}
            </select>
          );
        }}
      </FieldFrame>
    </div>
  );
}
