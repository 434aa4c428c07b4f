import type { KeyboardEvent } from 'react';
import { useNavigation } from 'react-router';
import { useId, useState } from 'react';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import type { Row } from '~/lib/forms/form';
import { Button } from '~/ui/button';
import type { Choice } from '~/ui/fields/fields';
import fields from '~/ui/fields/fields.module.css';
import { Form } from '~/ui/form';
import { SiteLink } from '~/ui/site-link';
import { IntakeCell } from './intake-cell';
import classes from './intake.module.css';
import { type IntakeColumn, useIntakeColumns } from './intake-columns';
import type { IntakePage } from './intake.server';
import { MoreOfFile } from './more-of-file';

type IntakeFormProps = {
  page: Pick<IntakePage, 'files' | 'courts' | 'languages' | 'topics' | 'mayPublish'>;
  /** What was typed, when it was refused. */
  rows: readonly Row[] | null;
  errors: Record<string, string>;
};

/** A row for each file; one button saves them all. */
export function IntakeForm({ page, rows, errors }: IntakeFormProps) {
  const t = useTranslate();
  const isBusy = useNavigation().state === 'submitting';
  const courts = useId();
  const columns = useIntakeColumns(courts, page.languages);
  return (
    <Form method="post" className={classes.form} noValidate>
      <datalist id={courts}>
        {page.courts.map((court) => (
          <option key={court}>{court}</option>
        ))}
      </datalist>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- of its fields */}
      <table className={classes.table} onKeyDown={moveByEnter}>
        <thead>
          <tr>
            {columns.map(({ name, label }) => (
              <th key={name} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        {page.files.map((file, at) => (
          <FileRows
            key={file.row['id']}
            {...{ file, at, columns, errors }}
            topics={page.topics}
            typed={rows?.[at] ?? null}
            mayPublish={page.mayPublish}
          />
        ))}
      </table>
      <Button variant="primary" isBusy={isBusy}>
        {t('intake.save', { count: page.files.length })}
      </Button>
    </Form>
  );
}

/** Enter goes to the next file, as in a spreadsheet: only the button saves. */
function moveByEnter(event: KeyboardEvent<HTMLTableElement>): void {
  const { key, shiftKey, target, currentTarget } = event;
  if (key !== 'Enter' || !(target instanceof HTMLInputElement) || target.type === 'checkbox')
    return;
  // A field of several goes on to a further one of its own.
  if (event.defaultPrevented) return;
  event.preventDefault();
  const [name, at, column] = target.name.split('.');
  const next = `${name}.${Number(at) + (shiftKey ? -1 : 1)}.${column}`;
  const field = currentTarget.querySelector<HTMLInputElement>(`[name="${next}"]`);
  field?.closest('details')?.setAttribute('open', '');
  field?.focus();
}

type FileRowsProps = {
  file: IntakePage['files'][number];
  at: number;
  columns: readonly IntakeColumn[];
  topics: readonly Choice[];
  typed: Row | null;
  errors: Record<string, string>;
  mayPublish: boolean;
};

/** What a file is called with what is known of its decision, and below it its fields. */
function FileRows({ file, at, columns, topics, typed, errors, mayPublish }: FileRowsProps) {
  const textOf = useTextOf();
  const heading = useId();
  const place = `files.${at}`;
  const { row, name } = file;
  const error = errors[place];
  // That of the details one sees; a later one would push aside unseen what came with it.
  const [version] = useState(typed?.['version'] ?? row['version']);
  // Saved by somebody else meanwhile: what is there now is said beside what was typed.
  const isStale = error !== undefined;
  return (
    <tbody aria-labelledby={heading}>
      <tr className={classes.head}>
        <th id={heading} scope="rowgroup" colSpan={columns.length}>
          <div className={classes.file}>
            <a href={`/intranet/documents/${row['id']}`} target="_blank" rel="noopener">
              <bdi>{name}</bdi>
            </a>
            <ReadingState state={file.textState} />
            <DecisionOf
              {...{ file, place, mayPublish }}
              typed={typed?.['decide']}
              wasSent={typed !== null}
            />
          </div>
          {error && <p className={fields.error}>{textOf(error)}</p>}
          <input type="hidden" name={`${place}.id`} value={row['id']} />
          <input type="hidden" name={`${place}.version`} value={version} />
        </th>
      </tr>
      <tr className={classes.cells}>
        {columns.map((column) => (
          <td key={column.name}>
            <IntakeCell
              column={column}
              name={`${place}.${column.name}`}
              proposed={typed?.[column.name] ?? row[column.name] ?? ''}
              saved={isStale ? (row[column.name] ?? '') : null}
              error={errors[`${place}.${column.name}`]}
            />
          </td>
        ))}
      </tr>
      <tr className={classes.more}>
        <td colSpan={columns.length}>
          <MoreOfFile
            {...{ file, place, errors, typed, isStale, topics }}
            isPublished={mayPublish}
          />
        </td>
      </tr>
    </tbody>
  );
}

/** Why a file has no proposals, or none yet. */
function ReadingState({ state }: { state: IntakePage['files'][number]['textState'] }) {
  const t = useTranslate();
  if (state === 'found' || state === null) return null;
  return (
    <span className={fields.hint}>
      {t(state === 'waiting' ? 'intake.being-read' : 'intake.no-text')}
    </span>
  );
}

type DecisionOfProps = Pick<FileRowsProps, 'file' | 'mayPublish'> & {
  place: string;
  typed: string | undefined;
  wasSent: boolean;
};

/** The decision that is here already, or the box by which it is proposed or published. */
function DecisionOf({ file, place, mayPublish, typed, wasSent }: DecisionOfProps) {
  const t = useTranslate();
  const { decision, row } = file;
  const proposed = wasSent ? typed === 'on' : row['decide'] === 'on';
  const [chosen, setChosen] = useState<boolean | null>(null);
  if (decision?.state === 'waiting')
    return <span className={fields.hint}>{t('intake.decision-waiting')}</span>;
  if (decision)
    return (
      <span>
        {t(decision.state === 'here' ? 'intake.decision-here' : 'intake.decision-prepared')}{' '}
        <SiteLink to={decision.address}>
          <bdi>{decision.name}</bdi>
        </SiteLink>
      </span>
    );
  return (
    <label className={fields.choice}>
      <input
        type="checkbox"
        name={`${place}.decide`}
        checked={chosen ?? proposed}
        onChange={({ target }) => setChosen(target.checked)}
      />
      <span>{t(mayPublish ? 'intake.publish' : 'intake.propose')}</span>
    </label>
  );
}
