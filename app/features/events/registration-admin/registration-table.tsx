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
import { versionKey } from '~/ui/data-table/listed-version';
import { SelectField } from '~/ui/fields/fields';
import { Message } from '~/ui/message';
import { StatusPill } from '~/ui/status-pill';
import type { SeveralDecided } from './registration-admin.server';
import type { listRegistrations } from './registration-list.server';

type Row = Awaited<ReturnType<typeof listRegistrations>>['rows'][number];

type RegistrationTableProps = {
  title: string;
  rows: readonly Row[];
  sorting: Sorting;
  page: number;
  pages: number;
  /** Whether anything can be decided. */
  isOpen: boolean;
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
export function RegistrationTable({ isOpen, hasBegun, ...table }: RegistrationTableProps) {
  const t = useTranslate();
  const language = useLanguage();
  const possible = decisions.filter(
    (one) => hasBegun || (one !== 'attended' && one !== 'not-attended'),
  );
  return (
    <DataTable
      {...table}
      columns={columnsOf(t, language)}
      rowKey={versionKey}
      bulk={
        isOpen
          ? {
              rowName: ({ name }) => name,
              actions: (
                <>
                  <SelectField
                    name="intent"
                    label={t('desk.with-chosen')}
                    choices={possible.map((one) => ({
                      value: one,
                      label: t(`desk.decision.${one}`),
                    }))}
                  />
                  <Button>{t('desk.do')}</Button>
                </>
              ),
            }
          : undefined
      }
    />
  );
}

/** What is to be done to several people, all of whom get an e-mail. */
export type AskedDecision = {
  decision: Exclude<Decision, 'attended' | 'not-attended'>;
  people: readonly { key: string; name: string }[];
};

/** Asks before several people get an e-mail, and says who and how many they are. */
export function ConfirmDecision({ decision, people, isOver }: AskedDecision & { isOver: boolean }) {
  const t = useTranslate();
  const count = people.length;
  const mail = isOver ? t('desk.no-mail') : t('desk.sure-mail', { count });
  return (
    <ConfirmSelected
      title={t(`desk.sure.${decision}`, { count })}
      text={decision === 'confirm' ? mail : `${mail} ${t('desk.needs-deleted')}`}
      rows={people}
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

export type DecidedAnswer = SeveralDecided & { decision: Decision };

/** What has become of those who were ticked, and who was left as they were. */
export function SeveralDone({ answer }: { answer: DecidedAnswer }) {
  const t = useTranslate();
  const { decision, done, waitlisted, left, unknown } = answer;
  return (
    <>
      {done > 0 && (
        <Message
          kind="success"
          text={t(`desk.done.${decision}`, { count: done })}
          answer={answer}
        />
      )}
      {waitlisted > 0 && (
        <Message
          kind="success"
          text={t('desk.waitlisted', { count: waitlisted })}
          answer={answer}
        />
      )}
      {left.length > 0 && (
        <Message kind="error" text={t('desk.left', { count: left.length })} answer={answer}>
          <ul>
            {left.map(({ id, name, why }) => (
              <li key={id}>
                <Link to={`/administration/registrations/${id}`}>{name}</Link>
                {' · '}
                {t(`desk.why.${why}`)}
              </li>
            ))}
          </ul>
        </Message>
      )}
      {unknown > 0 && (
        <Message kind="error" text={t('desk.unknown', { count: unknown })} answer={answer} />
      )}
    </>
  );
}
