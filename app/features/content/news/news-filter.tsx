import { Form, useSubmit } from 'react-router';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { languageName } from '~/lib/format/display-names';
import { useShownValue } from '~/ui/fields/use-shown-value';
import classes from './news.module.css';
import type { newsCategories } from './news.server';

type NewsFilterProps = {
  years: readonly number[];
  year: number | null;
  languages: readonly string[];
  language: string | null;
  categories: typeof newsCategories;
  category: string | null;
  topics: readonly string[];
  topic: string | null;
};

/** Narrows the list as one chooses; without scripts there is a button. */
export function NewsFilter(props: NewsFilterProps) {
  const t = useTranslate();
  const reader = useLanguage();
  const submit = useSubmit();
  return (
    <Form
      method="get"
      className={classes.filter}
      aria-label={t('news.filter')}
      onChange={(event) => void submit(event.currentTarget, { preventScrollReset: true })}
    >
      <Choice
        name="year"
        label={t('news.year')}
        all={t('news.all-years')}
        chosen={String(props.year ?? '')}
        choices={props.years.map((year) => ({ value: String(year), label: String(year) }))}
      />
      <Choice
        name="language"
        label={t('news.language')}
        all={t('news.all-languages')}
        chosen={props.language ?? ''}
        choices={props.languages.map((value) => ({
          value,
          label: languageName(value, reader),
        }))}
      />
      <Choice
        name="category"
        label={t('news.category')}
        all={t('news.all-categories')}
        chosen={props.category ?? ''}
        choices={props.categories.map((value) => ({ value, label: t(`news.category.${value}`) }))}
      />
      <Choice
        name="topic"
        label={t('news.topic')}
        all={t('news.all-topics')}
        chosen={props.topic ?? ''}
        choices={props.topics.map((value) => ({ value, label: value }))}
      />
      <button type="submit" className={classes.apply}>
        {t('news.apply')}
      </button>
    </Form>
  );
}

type ChoiceProps = {
  name: string;
  label: string;
  all: string;
  chosen: string;
  choices: readonly { value: string; label: string }[];
};

function Choice({ name, label, all, chosen, choices }: ChoiceProps) {
  return (
    <label className={classes.field}>
      <span>{label}</span>
      <select ref={useShownValue(chosen)} name={name} defaultValue={chosen}>
        <option value="">{all}</option>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </label>
  );
}
