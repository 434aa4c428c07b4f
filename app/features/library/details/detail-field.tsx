import { useLanguage, useTextOf, useTranslate } from '~/i18n/translation-context';
import { type CountryOptions, languageName } from '~/lib/format/display-names';
import { formatDate } from '~/lib/format/format-date';
import { LongTextField, SelectField, TextField } from '~/ui/fields/fields';
import { ListField } from '~/ui/fields/list-field';
import type { FieldFacts } from './details-fields';
import { listText } from './details-values';
import { judgmentPlace } from './judgment-place';

type DetailFieldProps = {
  facts: FieldFacts;
  value: string;
  /** What is saved meanwhile, to be told beside what was typed. */
  saved: string | null;
  /** Refusals by name. */
  errors: Record<string, string>;
  countries: CountryOptions;
  /** Those that a document of the library can have. */
  languages: readonly string[];
};

/** One field of the form for the details of a document. */
export function DetailField(props: DetailFieldProps) {
  const { facts, value, saved, errors, countries, languages } = props;
  const t = useTranslate();
  const textOf = useTextOf();
  const language = useLanguage();
  const { name, label, hint, options, isLong, isDate, each } = facts;
  const known = languages.map((code) => ({ value: code, label: languageName(code, language) }));
  const problem = errors[name] && textOf(errors[name]);
  let shown = saved;
  if (saved && name === 'country') shown = judgmentPlace(saved, language, t);
  if (saved && isDate) shown = formatDate(saved, language);
  const other =
    shown !== null && saved !== (each ? listText(value) : value)
      ? t('document.saved-meanwhile', { value: shown })
      : '';
  const field = {
    name,
    label: t(label),
    hint: [hint && t(hint), other].filter(Boolean).join(' '),
    defaultValue: value,
    ...(problem ? { error: problem } : {}),
  };
  const places = useCountryChoices(countries, value);
  if (name === 'country') return <SelectField {...field} {...places} />;
  if (name === 'language')
    return (
      <SelectField
        {...field}
        choices={[{ value: '', label: t('document.language-unknown') }, ...known]}
      />
    );
  if (each)
    return (
      <ListField
        {...field}
        errors={errors}
        texts={{
          one: (number) => t(`document.${each}.one`, { number }),
          add: t(`document.${each}.add`),
          remove: (number) => t(`document.${each}.remove`, { number }),
        }}
      />
    );
  if (isLong) return <LongTextField {...field} rows={4} />;
  if (!options) return <TextField {...field} type={isDate ? 'date' : 'text'} />;
  const labelled = options.map((option) => ({ value: option.value, label: t(option.label) }));
  return <SelectField {...field} choices={labelled} />;
}

/** The letters that the ECLI gives to the courts of the Union and of the Council of Europe. */
const europeanCourts = ['EU', 'CE'];

/** Countries by name. What an ECLI says beside them stays what it is. */
function useCountryChoices({ near, others }: CountryOptions, chosen: string) {
  const t = useTranslate();
  const language = useLanguage();
  const european = europeanCourts.map((value) => ({
    value,
    label: judgmentPlace(value, language, t),
  }));
  const known = [...european, ...near, ...others].some(({ value }) => value === chosen);
  return {
    choices: [
      { value: '', label: t('judgment.choose-country') },
      ...(known || chosen === '' ? [] : [{ value: chosen, label: chosen }]),
    ],
    groups: [
      { label: t('judgment.countries-european'), choices: european },
      { label: t('application.countries-near'), choices: near },
      { label: t('application.countries-others'), choices: others },
    ],
  };
}
