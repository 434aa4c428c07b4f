import { Form, useSubmit } from 'react-router';
import { judgmentPlace } from '~/features/library/details/judgment-place';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatNumber } from '~/lib/format/format-number';
import { documentKinds } from '~/features/library/resources/resource-metadata';
import { useShownValue } from '~/ui/fields/use-shown-value';
import { titleOrder } from './title-order';
import { columns } from '~/features/library/intranet/entry-columns';
import { entriesPerPage, type Sorting, sortName } from '~/features/library/intranet/entry-view';
import classes from '~/features/library/intranet/folder-page.module.css';
import type { FolderPageData } from '~/features/library/intranet/folder-page.server';

type FilterBarProps = {
  page: Pick<
    FolderPageData,
    | 'filter'
    | 'countries'
    | 'courts'
    | 'years'
    | 'sorting'
    | 'total'
    | 'matching'
    | 'page'
    | 'pages'
  >;
};

/** Narrows the list: by name, kind, country and article. */
export function FilterBar({ page }: FilterBarProps) {
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
      <Form
        method="get"
        className={classes.filters}
        preventScrollReset
        onChange={(event) =>
          void submit(event.currentTarget, { preventScrollReset: true, replace: true })
        }
      >
        <label className={classes.filter}>
          <span>{t('intranet.filter-name')}</span>
          <input type="search" name="name" autoComplete="off" defaultValue={filter.name} />
        </label>
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
        <noscript>
          <button type="submit" className={classes.action}>
            {t('intranet.filter')}
          </button>
        </noscript>
      </Form>
      <p className={classes.count} role="status">
        <ShownCount page={page} />
      </p>
    </div>
  );
}

/** Which part of the list is shown, and how many entries the filter leaves. */
function ShownCount({ page: { page, pages, matching, total } }: FilterBarProps) {
  const t = useTranslate();
  const language = useLanguage();
  const number = (value: number) => formatNumber(value, language);
  const first = (page - 1) * entriesPerPage;
  const last = Math.min(first + entriesPerPage, matching);
  const part = { first: number(first + 1), last: number(last), all: number(matching) };
  const counted =
    matching === total
      ? t('intranet.count', { count: total })
      : t('intranet.count-filtered', { shown: matching, count: total });
  if (pages === 1) return counted;
  const range = t('intranet.range', { ...part, count: matching });
  return matching === total ? range : `${range} (${counted})`;
}

/** For screens too narrow for the headings of all columns; elsewhere it keeps what they say. */
function SortMenu({ sorting }: { sorting: Sorting }) {
  const t = useTranslate();
  const sorted = sortName(sorting);
  return (
    <label className={`${classes.filter} ${classes.sortMenu}`}>
      <span>{t('intranet.sort')}</span>
      <select ref={useShownValue(sorted)} name="sort" defaultValue={sorted}>
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
