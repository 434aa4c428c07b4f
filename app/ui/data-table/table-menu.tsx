import { Form, useSearchParams } from 'react-router';
import { useTranslate } from '~/i18n/translation-context';
import { Button } from '~/ui/button';
import { CheckGroup } from '~/ui/fields/choices';
import { SelectField } from '~/ui/fields/fields';
import classes from './data-table.module.css';
import {
  fromBeginning,
  shownColumns,
  type Sorting,
  tableParameters,
} from '~/ui/data-table/table-query';

type TableMenuProps = {
  columns: readonly { name: string; heading: string; isSortable?: boolean }[];
  sorting: Sorting | undefined;
};

/** Order and columns as a form: for phones, where the headings are not shown, and without scripts. */
export function TableMenu({ columns, sorting }: TableMenuProps) {
  const t = useTranslate();
  const [search] = useSearchParams();
  const sortable = columns.filter(({ isSortable }) => isSortable);
  return (
    <details className={classes.menu} data-no-print>
      <summary>{t(sortable.length > 0 ? 'table.menu' : 'table.columns')}</summary>
      {/* What is chosen by the headings changes the fields as well. */}
      <Form method="get" key={search.toString()} preventScrollReset className={classes.choices}>
        <Kept search={fromBeginning(search)} except={tableParameters} />
        {sortable.length > 0 && (
          <>
            <SelectField
              name="sort"
              label={t('table.sort')}
              defaultValue={sorting?.by}
              choices={sortable.map(({ name, heading }) => ({ value: name, label: heading }))}
            />
            <SelectField
              name="order"
              label={t('table.order')}
              defaultValue={sorting?.descending ? 'descending' : 'ascending'}
              choices={[
                { value: 'ascending', label: t('table.ascending') },
                { value: 'descending', label: t('table.descending') },
              ]}
            />
          </>
        )}
        {/* So that none ticked is not the same as nothing said. */}
        <input type="hidden" name="columns" value="" />
        <CheckGroup
          name="columns"
          label={t('table.columns')}
          choices={columns.slice(1).map(({ name, heading }) => ({ value: name, label: heading }))}
          chosen={shownColumns(search, columns).map(({ name }) => name)}
          isCompact
        />
        <Button>{t('table.apply')}</Button>
      </Form>
    </details>
  );
}

/** In the filter of a list: keeps how its table is sorted, and its columns. */
export function TableParameters() {
  const [search] = useSearchParams();
  const kept = new Set<string>(tableParameters);
  return <Kept search={search} except={[...search.keys()].filter((name) => !kept.has(name))} />;
}

function Kept({ search, except }: { search: URLSearchParams; except: readonly string[] }) {
  return [...search]
    .filter(([name]) => !except.includes(name))
    .map(([name, value], position) => (
      <input key={`${position} ${name}`} type="hidden" name={name} value={value} />
    ));
}
