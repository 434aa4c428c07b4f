import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { TextKey } from '~/i18n/translate';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatInstant, siteZone } from '~/lib/format/format-date';
import type { DiffPart } from './text-diff';
import form from '~/ui/form.module.css';
import { Button } from '~/ui/button';
import { SelectField, TextField } from '~/ui/fields/fields';
import { Difference } from './difference';
import { Form } from '~/ui/form';

type VersionsViewProps = {
  title: string;
  /** Where it is edited. */
  back: string;
  row: { version: number; language: string };
  versions: {
    number: number;
    name: string | null;
    createdAt: Date;
    isPublished: boolean;
    writer: string | null;
  }[];
  /** The version that the editor shows: it cannot be restored. */
  current: number | null;
  /** The two that are compared, and where they differ. */
  numbers: { from: number; to: number };
  changes: { field: string; parts: DiffPart[] }[];
  /** What the fields are called, where that is not `content.field.…`. */
  labels?: Record<string, TextKey>;
  /** What else restoring a version does. */
  notice?: string;
  /** What is asked before a version is restored. */
  restoreFields?: ReactNode;
};

/** Who saved what and when; what differs; back to an earlier state. */
export function VersionsView(props: VersionsViewProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { title, back, row, versions, current } = props;
  const choices = versions.map((version) => ({
    value: String(version.number),
    label: `${version.number} · ${formatInstant(version.createdAt, language, siteZone)}${version.name ? ` · ${version.name}` : ''}`,
  }));
  return (
    <div className={form.wide}>
      <h1>{title}</h1>
      <p>
        <Link to={back}>{t('content.back-to-text')}</Link>
      </p>
      {versions.length > 1 && <Comparison {...props} choices={choices} />}
      <section className={form.panel} aria-labelledby="all">
        <h2 id="all">{t('content.versions')}</h2>
        {props.notice && versions.length > 1 && <p>{props.notice}</p>}
        <ul className={form.entries}>
          {versions.map((version) => (
            <li key={version.number}>
              <span>
                <strong>
                  {version.number}
                  {version.name && ` · ${version.name}`}
                </strong>
                <br />
                {formatInstant(version.createdAt, language, siteZone)}
                {version.writer && ` · ${version.writer}`}
                {version.isPublished && ` · ${t('content.was-published')}`}
              </span>
              <div className={form.actions}>
                {version.number !== versions[0]?.number && (
                  <Link to={`?from=${version.number}&to=${versions[0]?.number}`}>
                    {t('content.compare-with-newest', { number: version.number })}
                  </Link>
                )}
                {version.number !== current && (
                  <RestoreForm
                    number={version.number}
                    baseVersion={row.version}
                    fields={props.restoreFields}
                  />
                )}
              </div>
            </li>
          ))}
        </ul>
      </section>
      <NameForm choices={choices} />
    </div>
  );
}

type Choice = { value: string; label: string };

/** Where two of the versions differ. */
function Comparison({ choices, ...props }: VersionsViewProps & { choices: Choice[] }) {
  const t = useTranslate();
  const { numbers, changes } = props;
  return (
    <section className={form.panel} aria-labelledby="compare">
      <h2 id="compare">{t('content.compare')}</h2>
      <Form method="get" className={form.bar}>
        <SelectField
          name="from"
          label={t('content.compare-from')}
          defaultValue={String(numbers.from)}
          choices={choices}
        />
        <SelectField
          name="to"
          label={t('content.compare-to')}
          defaultValue={String(numbers.to)}
          choices={choices}
        />
        <Button>{t('content.compare-submit')}</Button>
      </Form>
      <div lang={props.row.language}>
        {changes.length === 0 ? (
          <p role="status">{t('content.no-difference')}</p>
        ) : (
          <Difference changes={changes} labels={props.labels} />
        )}
      </div>
    </section>
  );
}

type RestoreFormProps = { number: number; baseVersion: number; fields: ReactNode };

function RestoreForm({ number, baseVersion, fields }: RestoreFormProps) {
  const t = useTranslate();
  const label = t('content.restore', { number });
  const restore = (
    <Form method="post" className={form.section}>
      <input type="hidden" name="intent" value="restore" />
      <input type="hidden" name="number" value={number} />
      <input type="hidden" name="baseVersion" value={baseVersion} />
      {fields}
      <Button>{label}</Button>
    </Form>
  );
  if (!fields) return restore;
  return (
    <details>
      <summary>{label}</summary>
      {restore}
    </details>
  );
}

function NameForm({ choices }: { choices: Choice[] }) {
  const t = useTranslate();
  return (
    <section className={form.panel} aria-labelledby="name">
      <h2 id="name">{t('content.name-version')}</h2>
      <Form method="post" className={form.bar}>
        <input type="hidden" name="intent" value="name" />
        <SelectField name="number" label={t('content.version')} choices={choices} />
        <TextField name="name" label={t('content.version-name')} maxLength={100} />
        <Button>{t('content.name-submit')}</Button>
      </Form>
    </section>
  );
}
