import { Form, useSubmit } from 'react-router';
import { judgmentPlace } from '~/lib/judgment-place';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { documentKinds } from '~/lib/resource-metadata';
import { titleOrder } from '~/lib/title-order';
import { columns } from './entry-columns';
import { type Sorting, sortName } from './entry-view';
import classes from './folder-page.module.css';
import type { FolderPageData } from './folder-page.server';

type FilterBarProps = {
  page: Pick<
    FolderPageData,
    'filter' | 'countries' | 'courts' | 'years' | 'sorting' | 'total' | 'collection'
  >;
  typed: string;
  shown: number;
  onType: (text: string) => void;
};

/** Narrows the list: by name while typing, by kind, country and article; and leads to the search. */
export function FilterBar({ page, typed, shown, onType }: FilterBarProps) {
  const t = useTranslate();
  const language = useLanguage();
  const submit = useSubmit();
  const { filter, countries, courts, years, sorting } = page;
  const nameOf = (country: string) => judgmentPlace(country, language, t);
  const compare = titleOrder(language);
  const inOrder = (values: readonly string[], textOf = (value: string) => value) =>
    values.toSorted((a, b) => compare(textOf(a), textOf(b)));
  return (
    <div className={classes.filters} role="group" aria-label={t('intranet.filter')}>
      <label className={classes.filter}>
        <span>{t('intranet.filter-name')}</span>
        <input
          type="search"
          value={typed}
          autoComplete="off"
          onChange={(event) => onType(event.currentTarget.value)}
        />
      </label>
      <Form
        method="get"
        className={classes.filters}
        preventScrollReset
        onChange={(event) =>
          void submit(event.currentTarget, { preventScrollReset: true, replace: true })
        }
      >
        <SortMenu sorting={sorting} />
        <label className={classes.filter}>
          <span>{t('document.kind')}</span>
          <select name="kind" defaultValue={filter.kind}>
            <option value="">{t('intranet.all-kinds')}</option>
            {documentKinds.map((kind) => (
              <option key={kind} value={kind}>
                {t(`document.kind.${kind}`)}
              </option>
            ))}
          </select>
        </label>
        <Choice
          name="country"
          label={t('document.country')}
          all={t('intranet.all-countries')}
          chosen={filter.country}
          values={inOrder(countries, nameOf)}
          textOf={nameOf}
        />
        <Choice
          name="court"
          label={t('judgment.court')}
          all={t('intranet.all-courts')}
          chosen={filter.court}
          values={inOrder(courts)}
        />
        <Choice
          name="year"
          label={t('intranet.year')}
          all={t('intranet.all-years')}
          chosen={filter.year}
          values={years}
        />
        {(countries.length > 0 || filter.article) && (
          <label className={classes.filter}>
            <span>{t('document.article')}</span>
            <input name="article" size={8} defaultValue={filter.article} />
          </label>
        )}
      </Form>
      <p className={classes.count} role="status">
        {shown === page.total
          ? t('intranet.count', { count: page.total })
          : t('intranet.count-filtered', { shown, count: page.total })}
      </p>
    </div>
  );
}

/** For screens too narrow for the headings of all columns; elsewhere it keeps what they say. */
function SortMenu({ sorting }: { sorting: Sorting }) {
  const t = useTranslate();
  return (
    <label className={`${classes.filter} ${classes.sortMenu}`}>
      <span>{t('intranet.sort')}</span>
      <select name="sort" key={sortName(sorting)} defaultValue={sortName(sorting)}>
        {columns.flatMap(({ key, label }) => [
          <option key={key} value={key}>
            {t('intranet.sort-ascending', { column: t(label) })}
          </option>,
          <option key={`${key} down`} value={sortName({ by: key, descending: true })}>
            {t('intranet.sort-descending', { column: t(label) })}
          </option>,
        ])}
      </select>
    </label>
  );
}

type ChoiceProps = {
  name: string;
  label: string;
  all: string;
  chosen: string;
  values: readonly string[];
  textOf?: (value: string) => string;
};

/** One of what there is in this folder; nothing to choose where there is nothing. */
function Choice({ name, label, all, chosen, values, textOf = (value) => value }: ChoiceProps) {
  const shown = [...new Set([...values, chosen].filter(Boolean))];
  if (shown.length === 0) return null;
  return (
    <label className={classes.filter}>
      <span>{label}</span>
      <select name={name} defaultValue={chosen}>
        <option value="">{all}</option>
        {shown.map((value) => (
          <option key={value} value={value}>
            {textOf(value)}
          </option>
        ))}
      </select>
    </label>
  );
}
