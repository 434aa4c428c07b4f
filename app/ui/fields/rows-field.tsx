import {
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { useTextOf } from '~/i18n/translation-context';
import type { Row } from '~/lib/forms/form';
import { Button } from '~/ui/button';
import fields from './fields.module.css';
import { useNamedError } from './named-error';
import { Cells, type Column } from './row-cells';
import classes from './rows-field.module.css';

/** What others may ask of the rows. */
export type RowsHandle = {
  /** Adds those that are not there yet. @returns the number of each, from 1 */
  take: (rows: readonly Row[]) => number[];
};

type RowsFieldProps = {
  ref?: Ref<RowsHandle>;
  name: string;
  label: string;
  hint?: string;
  /** Refusals by name: of the whole field, and of a cell as `links.2.url`. */
  errors: Record<string, string>;
  columns: readonly Column[];
  defaultRows: readonly Row[];
  /** The heading of a row. */
  headingOf?: (row: Row) => ReactNode;
  texts: {
    empty: string;
    /** "Session 3" and the like. */
    row: (number: number) => string;
    /** Above the columns that are needed only now and then. */
    rare?: string;
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

/** Where scripts do not run; saving makes room for more. */
const spareRows = 2;

/**
 * Rows of a few fields each, in an order that can be changed. They travel as fields named
 * `links.0.label` (`gatherRows`); without scripts there are empty rows to fill in.
 */
export function RowsField({ ref, ...props }: RowsFieldProps) {
  const { name, label, hint, errors, columns, defaultRows, headingOf, texts } = props;
  const textOf = useTextOf();
  const named = useNamedError();
  const id = useId();
  const [kept, setKept] = useState<Kept[]>(() => defaultRows.map((row, key) => ({ key, row })));
  const rows = kept.map(({ row }) => row);
  const hidden = useRef<HTMLInputElement>(null);
  const [first] = useState(kept);
  const next = useRef<NextFocus>(null);
  // Adding, moving or removing a row counts as input, so that drafts are saved.
  useEffect(() => {
    if (kept === first) return;
    hidden.current?.dispatchEvent(new Event('input', { bubbles: true }));
    if (next.current && hidden.current) moveFocus(hidden.current, next.current);
    next.current = null;
  }, [kept, first]);
  const add = (row: Row) => {
    const key = Math.max(-1, ...kept.map((one) => one.key)) + 1;
    next.current = { position: kept.length, on: 'cell' };
    setKept([...kept, { key, row }]);
  };
  const remove = (position: number) => {
    next.current = { position: Math.min(position, kept.length - 2), on: 'remove' };
    setKept(kept.toSpliced(position, 1));
  };
  const swap = (position: number, other: number) => {
    const [a, b] = [kept[position], kept[other]];
    if (!a || !b) return;
    next.current = { position: other, on: other < position ? 'up' : 'down' };
    setKept(kept.with(position, b).with(other, a));
  };
  useTaking(ref, kept, setKept);
  const isSaidAtRow = Object.keys(errors).some((one) => one.startsWith(`${name}.`));
  const error = named(isSaidAtRow ? undefined : errors[name] && textOf(errors[name]), label);
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <fieldset
      id={`field-${name}`}
      className={classes.rows}
      aria-describedby={described || undefined}
      // A summary of errors leads to it.
      tabIndex={error ? -1 : undefined}
      data-invalid={error ? true : undefined}
    >
      <legend className={fields.label}>{label}</legend>
      {/* There is such a field, also where no row is left. */}
      <input ref={hidden} type="hidden" name={name} value="[]" />
      {hint && (
        <p id={`${id}-hint`} className={fields.hint}>
          {hint}
        </p>
      )}
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
            <Cells
              {...{ columns, row, errors }}
              rare={texts.rare}
              place={`${name}.${position}`}
              onChange={(column, value) =>
                setKept((all) => withCells(all, key, { [column]: value }))
              }
            />
            {props.newRow && (
              <p className={classes.tools}>
                <Tool
                  name="up"
                  label={props.texts.up(position + 1)}
                  sign="↑"
                  isDisabled={position === 0}
                  onClick={() => swap(position, position - 1)}
                />
                <Tool
                  name="down"
                  label={props.texts.down(position + 1)}
                  sign="↓"
                  isDisabled={position === kept.length - 1}
                  onClick={() => swap(position, position + 1)}
                />
                <Tool
                  name="remove"
                  label={props.texts.remove(position + 1)}
                  sign="×"
                  onClick={() => remove(position)}
                />
              </p>
            )}
          </li>
        ))}
      </ol>
      {props.newRow && (
        <>
          <noscript>
            <ol className={classes.list}>
              {Array.from({ length: spareRows }, (_, at) => kept.length + at).map((position) => (
                <li key={position} className={classes.row} aria-label={texts.row(position + 1)}>
                  <Cells
                    {...{ columns, errors }}
                    rare={texts.rare}
                    row={{}}
                    place={`${name}.${position}`}
                  />
                </li>
              ))}
            </ol>
          </noscript>
          <Button onClick={() => add(props.newRow(rows))}>{props.texts.add}</Button>
        </>
      )}
    </fieldset>
  );
}

const withCells = (all: readonly Kept[], key: number, cells: Row): Kept[] =>
  all.map((one) => (one.key === key ? { key, row: { ...one.row, ...cells } } : one));

function useTaking(
  ref: Ref<RowsHandle> | undefined,
  kept: readonly Kept[],
  setKept: (all: Kept[]) => void,
): void {
  useImperativeHandle(ref, () => ({
    take: (given) => {
      const { all, numbers } = withRows(kept, given);
      if (all.length > kept.length) setKept(all);
      return numbers;
    },
  }));
}

/** The rows with the given ones, each of them once. */
function withRows(kept: readonly Kept[], given: readonly Row[]) {
  const all = [...kept];
  const numbers = given.map((row) => {
    const isSame = (one: Kept) =>
      Object.entries(row).every(([name, text]) => (one.row[name] ?? '').trim() === text.trim());
    const place = all.findIndex(isSame);
    if (place !== -1) return place + 1;
    return all.push({ key: Math.max(-1, ...all.map(({ key }) => key)) + 1, row });
  });
  return { all, numbers };
}

type ToolName = 'up' | 'down' | 'remove';
type NextFocus = { position: number; on: ToolName | 'cell' } | null;

/**
 * What was pressed may be gone or disabled by now: the focus goes to what the next press is for, not to
 * the top of the page (WCAG 2.2, 2.4.3).
 */
function moveFocus(hidden: HTMLElement, { position, on }: NonNullable<NextFocus>): void {
  const row = hidden.parentElement?.querySelectorAll(':scope > ol > li')[position];
  const wanted =
    on === 'cell' ? 'input:not([type="hidden"]), textarea, select' : `[data-tool="${on}"]`;
  const found =
    row?.querySelector<HTMLElement>(`:is(${wanted}):enabled`) ??
    row?.querySelector<HTMLElement>('[data-tool]:enabled') ??
    hidden.parentElement?.querySelector<HTMLElement>(':scope > button');
  found?.focus();
}

type ToolProps = {
  name: ToolName;
  label: string;
  sign: string;
  isDisabled?: boolean;
  onClick: () => void;
};

function Tool({ name, label, sign, isDisabled, onClick }: ToolProps) {
  return (
    <button
      type="button"
      data-tool={name}
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
