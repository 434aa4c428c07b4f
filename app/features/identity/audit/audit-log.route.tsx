import { useNavigation } from 'react-router';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { formatInstant, siteZone } from '~/lib/format/format-date';
import { redirectWithNotice } from '~/answers/notices.server';
import { siteMeta } from '~/site/site-meta';
import { Button } from '~/ui/button';
import { SelectField, TextField } from '~/ui/fields/fields';
import classes from '~/ui/form.module.css';
import type { Route } from './+types/audit-log.route';
import { listSavedViews } from '~/features/identity/saved-views/saved-views.server';
import { SavedViews } from '~/features/identity/saved-views/saved-views';
import { findLastAuditCheck } from './audit.server';
import { useActionText, useAuditColumns, useTargetText } from './audit-table';
import {
  auditFilterSchema,
  checkAuditNow,
  listAuditChoices,
  listAuditEntries,
} from './audit-log.server';
import { DayRangeFields } from './day-range-fields';
import { DataTable } from '~/ui/data-table/data-table';
import { LogPages } from '~/ui/data-table/log-pages';
import { TableParameters } from '~/ui/data-table/table-menu';
import { useNeededFields } from '~/ui/fields/use-needed-fields';
import { Form } from '~/ui/form';
import { EmptyState } from '~/ui/empty-state';

const path = '/administration/audit';

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const filter = auditFilterSchema.parse(Object.fromEntries(searchParams));
  const actor = context.get(actorContext);
  const [{ entries, next }, choices, check, views] = await Promise.all([
    listAuditEntries(actor, filter),
    listAuditChoices(actor),
    findLastAuditCheck(actor),
    listSavedViews(actor, path),
  ]).catch(throwErrorResponse);
  const title = translateIn(context.get(languageContext))('audit.title');
  const state = check && {
    at: check.at,
    entries: check.entries,
    brokenSeq: check.brokenSeq,
    lastHash: check.lastHash,
  };
  return { title, filter, entries, next, choices, check: state, views };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path, noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

/** The one thing to send here: check the chain now. */
export async function action({ context }: Route.ActionArgs) {
  const broken = await checkAuditNow(context.get(actorContext)).catch(throwErrorResponse);
  return redirectWithNotice(
    path,
    broken === null
      ? { kind: 'success', key: 'success.audit-checked' }
      : { kind: 'error', key: 'error.audit-broken' },
  );
}

/** The audit log: who did what to whom, and that nothing of it was changed. */
export default function AuditLog({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  const columns = useAuditColumns();
  const { filter, entries, next } = loaderData;
  return (
    <div className={classes.wide}>
      <h1>{t('audit.title')}</h1>
      <ChainState check={loaderData.check} />
      <Filter {...loaderData} />
      <SavedViews views={loaderData.views} />
      {entries.length === 0 ? (
        <>
          <EmptyState>{t('audit.none')}</EmptyState>
          <LogPages older={null} />
        </>
      ) : (
        <DataTable
          title={t('audit.title')}
          columns={columns}
          rows={entries}
          rowKey={({ seq }) => String(seq)}
          older={next === null ? null : String(next)}
        />
      )}
      <Export filter={filter} />
    </div>
  );
}

type FilterProps = Pick<Route.ComponentProps['loaderData'], 'filter' | 'choices'>;

function Filter({ filter, choices }: FilterProps) {
  const t = useTranslate();
  const actionText = useActionText();
  const targetText = useTargetText();
  const isOneThing = filter.target !== '' && !choices.kinds.includes(filter.target);
  return (
    <Form method="get" className={classes.filter} role="search" key={JSON.stringify(filter)}>
      <TextField name="person" label={t('audit.person')} defaultValue={filter.person} />
      <SelectField
        name="action"
        label={t('audit.action')}
        defaultValue={filter.action}
        choices={[
          { value: '', label: t('audit.all-actions') },
          ...choices.actions.map((value) => ({ value, label: actionText(value) })),
        ]}
      />
      <SelectField
        name="target"
        label={t('audit.target')}
        defaultValue={filter.target}
        choices={[
          { value: '', label: t('audit.all-targets') },
          ...choices.kinds.map((value) => ({ value, label: targetText(value) })),
          ...(isOneThing ? [{ value: filter.target, label: filter.target.slice(-8) }] : []),
        ]}
      />
      <DayRangeFields from={filter.from} to={filter.to} />
      <TableParameters />
      <Button variant="primary">{t('applications.apply')}</Button>
    </Form>
  );
}

type ChainStateProps = Pick<Route.ComponentProps['loaderData'], 'check'>;

function ChainState({ check }: ChainStateProps) {
  const t = useTranslate();
  const language = useLanguage();
  const isBusy = useNavigation().formMethod === 'POST';
  const when = check && formatInstant(check.at, language, siteZone);
  return (
    <Form method="post" className={classes.actions}>
      <p>
        {!check && t('audit.unchecked')}
        {check?.brokenSeq === null && t('audit.sound', { when: when ?? '', count: check.entries })}
        {check && check.brokenSeq !== null && (
          <strong>{t('audit.broken', { when: when ?? '', number: check.brokenSeq })}</strong>
        )}
        {check?.brokenSeq === null && check.lastHash && (
          <small> {t('audit.head', { number: check.entries, hash: check.lastHash })}</small>
        )}
      </p>
      <Button>{isBusy ? t('audit.checking') : t('audit.check')}</Button>
    </Form>
  );
}

/** The chosen entries as a file; why they are needed becomes an entry itself. */
function Export({ filter }: Pick<FilterProps, 'filter'>) {
  const t = useTranslate();
  const { person, action, target, from, to } = filter;
  const kept = Object.entries({ person, action, target, from: from ?? '', to: to ?? '' });
  const needed = useNeededFields();
  return (
    <section className={classes.section} aria-labelledby="export">
      <h2 id="export">{t('audit.export')}</h2>
      <p>{t('audit.export-text')}</p>
      <Form
        method="post"
        action="/administration/audit/export"
        className={classes.filter}
        reloadDocument
        needed={needed}
      >
        {kept.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <TextField
          name="reason"
          label={t('audit.export-reason')}
          minLength={5}
          maxLength={300}
          required
          error={needed.errorOf('reason')}
        />
        <Button>{t('audit.export-submit')}</Button>
      </Form>
    </section>
  );
}
