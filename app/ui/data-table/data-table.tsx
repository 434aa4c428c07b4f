import { type ReactNode, useId, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import form from '~/ui/form.module.css';
import { Pagination } from '~/ui/pagination';
import { TableScroll } from '~/ui/table-scroll';
import classes from './data-table.module.css';
import { type Download, ListExport } from './list-export';
import { BulkActions, SelectAll, SelectRow } from './row-selection';
import { LogPages } from './log-pages';
import { pageOf, shownColumns, sortAddress, type Sorting } from '~/ui/data-table/table-query';
import { TableMenu } from './table-menu';

/** A column of a table; the first one names the row. */
export type Column<Row> = {
  /** In the address: what it is sorted and chosen by. */
  name: string;
  heading: string;
  cell: (row: Row) => ReactNode;
  isSortable?: boolean;
};

/** Rows are ticked, and a form sends their keys as `selected`. */
type Bulk<Row> = {
  /** Null where nothing can be done to a row. */
  rowName: (row: Row) => string | null;
  /** The buttons of that form, and fields if it has any. */
  actions: ReactNode;
};

type DataTableProps<Row> = {
  title: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** What can be done to several rows at once. */
  bulk?: Bulk<Row>;
  /** Offers the list as CSV. */
  download?: Download;
} & (CountedList | Log);

/** Sorted as one wants, in numbered pages. */
type CountedList = { sorting: Sorting; page: number; pages: number };

/** Newest first and not counted; `older` is what comes after the last row, null at the end. */
type Log = { older: string | null };

/**
 * A list of the administration: sorted by its headings, with the columns one wants, in pages. What is
 * chosen is in the address, so that it works without scripts and can be kept as a view. On narrow
 * screens each row is a block.
 */
export function DataTable<Row>({ title, columns, rows, rowKey, ...list }: DataTableProps<Row>) {
  const [search] = useSearchParams();
  const { bulk, download } = list;
  const sorting = 'sorting' in list ? list.sorting : undefined;
  const shown = shownColumns(search, columns);
  const bulkForm = useId();
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const keys = bulk ? rows.filter((row) => bulk.rowName(row) !== null).map(rowKey) : [];
  // Of rows that are not in sight nothing stays ticked.
  const selected = keys.filter((key) => ticked.has(key));
  return (
    <>
      <TableScroll label={title}>
        <table className={`${form.table} ${form.stacked} ${classes.table}`}>
          <thead>
            <tr>
              {bulk && (
                <th scope="col" className={classes.tick} data-no-print>
                  <SelectAll
                    isTicked={selected.length > 0 && selected.length === keys.length}
                    onTick={(are) => setTicked(new Set(are ? keys : []))}
                  />
                </th>
              )}
              {shown.map((column) => (
                <Heading key={column.name} column={column} sorting={sorting} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={rowKey(row)}>
                {bulk && (
                  <td className={classes.tick} data-no-print>
                    <SelectRow
                      form={bulkForm}
                      id={rowKey(row)}
                      name={bulk.rowName(row)}
                      ticked={ticked}
                      onChange={setTicked}
                    />
                  </td>
                )}
                {shown.map(({ name, heading, cell }, position) =>
                  position === 0 ? (
                    <th key={name} scope="row">
                      {cell(row)}
                    </th>
                  ) : (
                    <td key={name} data-label={heading}>
                      {cell(row)}
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
      {bulk && (
        <BulkActions form={bulkForm} count={selected.length}>
          {bulk.actions}
        </BulkActions>
      )}
      {'older' in list ? (
        <LogPages older={list.older} />
      ) : (
        <Pagination
          page={list.page}
          pages={list.pages}
          address={(wanted) => pageOf(search, wanted)}
        />
      )}
      <TableMenu columns={columns} sorting={sorting} />
      {download && <ListExport {...download} />}
    </>
  );
}

type HeadingProps = {
  column: Pick<Column<never>, 'name' | 'heading' | 'isSortable'>;
  /** Absent: the list has one order. */
  sorting: Sorting | undefined;
};

function Heading({ column, sorting }: HeadingProps) {
  const [search] = useSearchParams();
  const { name, heading, isSortable } = column;
  if (!isSortable || !sorting) return <th scope="col">{heading}</th>;
  const isCurrent = sorting.by === name;
  const order = sorting.descending ? 'descending' : 'ascending';
  return (
    <th scope="col" aria-sort={isCurrent ? order : undefined}>
      <Link
        to={sortAddress(search, name, sorting)}
        replace
        preventScrollReset
        className={classes.sort}
      >
        {heading}
        <span aria-hidden="true">{isCurrent ? (sorting.descending ? ' ↓' : ' ↑') : ''}</span>
      </Link>
    </th>
  );
}
