import { useTranslate } from '~/i18n/translation-context';
import { type Choice, LongTextField, SelectField, TextField } from '~/ui/fields/fields';
import fields from '~/ui/fields/fields.module.css';
import type { ProvisionParts, SummaryParts } from './decision-draft';
import classes from './editor.module.css';

type ErrorOf = (name: string) => string | undefined;

/** What is there, and room for more: saving makes room again. */
function withRoom<Row>(rows: readonly Row[], empty: Row, room: number): Row[] {
  return [...rows, ...Array.from({ length: room }, () => empty)];
}

type ProvisionRowsProps = {
  provisions: readonly ProvisionParts[];
  instruments: readonly Choice[];
  errorOf: ErrorOf;
};

/** A row for each provision. */
export function ProvisionRows({ provisions, instruments, errorOf }: ProvisionRowsProps) {
  const t = useTranslate();
  const filled = provisions.filter((parts) => Object.values(parts).some(Boolean)).length;
  const empty = { instrument: '', article: '', paragraph: '', letter: '' };
  const rows = withRoom(provisions, empty, Math.max(0, filled + 2 - provisions.length));
  const choices = [{ value: '', label: t('decision-editor.none-chosen') }, ...instruments];
  return (
    <fieldset className={classes.rows}>
      <legend className={fields.label}>{t('decision-editor.provisions')}</legend>
      <p className={fields.hint}>{t('decision-editor.rows-hint')}</p>
      {rows.map((row, at) => (
        <fieldset key={at} className={classes.provision}>
          <legend className={classes.number}>
            {t('decision-editor.provision-number', { number: at + 1 })}
          </legend>
          <SelectField
            name="provisionInstrument"
            label={t('decision-editor.instrument')}
            choices={choices}
            defaultValue={row.instrument}
            error={errorOf(`provisions.${at}`)}
          />
          <TextField
            name="provisionArticle"
            label={t('decision-editor.article')}
            defaultValue={row.article}
            maxLength={4}
          />
          <TextField
            name="provisionParagraph"
            label={t('decision-editor.paragraph')}
            defaultValue={row.paragraph}
            maxLength={2}
          />
          <TextField
            name="provisionLetter"
            label={t('decision-editor.letter')}
            defaultValue={row.letter}
            maxLength={2}
          />
        </fieldset>
      ))}
    </fieldset>
  );
}

type SummaryRowsProps = {
  summaries: readonly SummaryParts[];
  languages: readonly Choice[];
  errorOf: ErrorOf;
};

/** A summary for each language. */
export function SummaryRows({ summaries, languages, errorOf }: SummaryRowsProps) {
  const t = useTranslate();
  const filled = summaries.filter(({ text }) => text).length;
  const empty = { language: 'en', text: '', author: '' };
  const rows = withRoom(summaries, empty, Math.max(0, filled + 1 - summaries.length));
  return (
    <fieldset className={classes.rows}>
      <legend className={fields.label}>{t('decision-editor.summaries')}</legend>
      <p className={fields.hint}>{t('decision-editor.rows-hint')}</p>
      {rows.map((row, at) => (
        <fieldset key={at} className={classes.summary}>
          <legend className={classes.number}>
            {t('decision-editor.summary-number', { number: at + 1 })}
          </legend>
          <SelectField
            name="summaryLanguage"
            label={t('decision.facet.language')}
            choices={languages}
            defaultValue={row.language}
          />
          <TextField
            name="summaryAuthor"
            label={t('decision-editor.summary-author')}
            defaultValue={row.author}
            maxLength={200}
          />
          <LongTextField
            name="summaryText"
            label={t('decision.summary')}
            defaultValue={row.text}
            rows={row.text ? 8 : 4}
            error={errorOf(`summaries.${at}`) ?? (at === 0 ? errorOf('summaries') : undefined)}
          />
        </fieldset>
      ))}
    </fieldset>
  );
}
