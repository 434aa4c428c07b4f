import { useMemo } from 'react';
import { Link } from 'react-router';
import type { Decision } from '~/features/events/registrations/registration-schemas';
import { decisions } from '~/features/events/registrations/registration-schemas';
import { registrationTones } from '~/features/events/registrations/registration-state';
import classes from '~/features/events/registrations/registrations.module.css';
import type { Translate } from '~/i18n/translate';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatDate } from '~/lib/format/format-date';
import { Button } from '~/ui/button';
import { ConfirmSelected } from '~/ui/data-table/confirm-selected';
import { type Column, DataTable } from '~/ui/data-table/data-table';
import type { Sorting } from '~/ui/data-table/table-query';
import { SelectField } from '~/ui/fields/fields';
import { StatusPill } from '~/ui/status-pill';
import type { listRegistrations } from './registration-list.server';

type Row = Awaited<ReturnType<typeof listRegistrations>>['rows'][number];

type RegistrationTableProps = {
  title: string;
  rows: readonly Row[];
  sorting: Sorting;
  page: number;
  pages: number;
  hasBegun: boolean;
};

const columnsOf = (t: Translate, language: string): Column<Row>[] => [
  {
    name: 'name',
    heading: t('users.name'),
    isSortable: true,
    cell: (row) => (
      <>
        <Link to={`/administration/registrations/${row.id}`}>{row.name}</Link>
        {row.isGuest && ` (${t('desk.guest')})`}
        <br />
        <span className={classes.meta}>
          {row.email}
          {row.hasNeeds && ` · ${t('desk.has-needs')}`}
        </span>
      </>
    ),
  },
  {
    name: 'state',
    heading: t('event-editor.status'),
    isSortable: true,
    cell: ({ status }) => (
      <StatusPill tone={registrationTones[status]}>{t(`registration.state.${status}`)}</StatusPill>
    ),
  },
  {
    name: 'mode',
    heading: t('desk.mode'),
    isSortable: true,
    cell: ({ mode }) => t(`registration.mode.${mode}`),
  },
  {
    name: 'since',
    heading: t('desk.since'),
    isSortable: true,
    cell: ({ createdAt }) => formatDate(createdAt, language),
  },
];

/** Everybody registered for an event, with what the secretariat can do to several at once. */
export function RegistrationTable({ hasBegun, ...table }: RegistrationTableProps) {
  const t = useTranslate();
  const language = useLanguage();
  const possible = decisions.filter(
    (one) => hasBegun || (one !== 'attended' && one !== 'not-attended'),
  );
  return (
    <DataTable
      {...table}
      columns={columnsOf(t, language)}
      rowKey={({ id }) => id}
      bulk={{
        rowName: ({ name }) => name,
        actions: (
          <>
            <SelectField
              name="intent"
              label={t('desk.with-chosen')}
              choices={possible.map((one) => ({ value: one, label: t(`desk.decision.${one}`) }))}
            />
            <Button>{t('desk.do')}</Button>
          </>
        ),
      }}
    />
  );
}

/** What is to be done to several people, all of whom get an e-mail. */
export type AskedDecision = {
  decision: Exclude<Decision, 'attended' | 'not-attended'>;
  people: readonly { id: string; name: string }[];
};

/** Asks before several people get an e-mail, and says who and how many they are. */
export function ConfirmDecision({ decision, people }: AskedDecision) {
  const t = useTranslate();
  const rows = useMemo(() => people.map(({ id, name }) => ({ key: id, name })), [people]);
  const count = people.length;
  return (
    <ConfirmSelected
      title={t(`desk.sure.${decision}`, { count })}
      text={t('desk.sure-mail', { count })}
      rows={rows}
      back={t('desk.sure-back')}
      isHarmless={decision === 'confirm'}
    >
      <input type="hidden" name="intent" value={decision} />
      <Button variant={decision === 'confirm' ? 'primary' : 'danger'} name="isSure" value="yes">
        {t(`desk.sure-do.${decision}`, { count })}
      </Button>
    </ConfirmSelected>
  );
}
