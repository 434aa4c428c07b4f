import { Entry, Entries } from './entries';
import { useTranslate } from '~/i18n/translation-context';
import classes from '~/ui/form.module.css';
import { fieldText, keptText, whatText } from './retention-texts';
import type { Audience, Kept, LegalBasis, OnDeletion } from '~/policy/retention/retention-words';

export type ShownRow = {
  name: string;
  why: LegalBasis;
  seenBy: Audience;
  kept: Kept;
  onDeletion?: OnDeletion;
  personal?: readonly string[];
};

/** What is kept: a line for each kind, which opens to why, how long and who sees it. */
export function RetentionList({ rows }: { rows: readonly ShownRow[] }) {
  const t = useTranslate();
  return (
    <Entries>
      {rows.map((row) => (
        <Row key={row.name} row={row} name={whatText(t, row.name)} />
      ))}
    </Entries>
  );
}

function Row({ row, name }: { row: ShownRow; name: string }) {
  const t = useTranslate();
  // A store has no fields: files, backups and the log hold whatever was put there.
  const fields = row.personal && [...new Set(row.personal.map((field) => fieldText(t, field)))];
  return (
    <Entry
      name={name}
      count={
        fields?.length === 0
          ? t('retention.fields-none')
          : fields && t('retention.fields-count', { count: fields.length })
      }
    >
      <dl className={classes.facts}>
        {fields && (
          <>
            <dt>{t('retention.fields')}</dt>
            <dd>{fields.join(', ') || '–'}</dd>
          </>
        )}
        <dt>{t('retention.why')}</dt>
        <dd>{t(`retention.why.${row.why}`)}</dd>
        <dt>{t('retention.kept')}</dt>
        <dd>{keptText(t, row.kept)}</dd>
        <dt>{t('retention.seen-by')}</dt>
        <dd>{t(`retention.seen-by.${row.seenBy}`)}</dd>
        <dt>{t('retention.deletion')}</dt>
        <dd>{row.onDeletion ? t(`retention.deletion.${row.onDeletion}`) : '–'}</dd>
      </dl>
    </Entry>
  );
}
