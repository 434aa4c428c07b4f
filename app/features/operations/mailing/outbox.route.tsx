import { Form, Link } from 'react-router';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import type { Translate } from '~/i18n/translate';
import { SavedViews } from '~/features/identity/saved-views/saved-views';
import { listSavedViews } from '~/features/identity/saved-views/saved-views.server';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { siteMeta } from '~/site/site-meta';
import { formatInstant, siteZone } from '~/lib/format/format-date';
import classes from '~/ui/form.module.css';
import type { TestMail } from '~/platform/mail/test-mail.server';
import { type Column, DataTable } from '~/ui/data-table/data-table';
import { TableParameters } from '~/ui/data-table/table-menu';
import { Button } from '~/ui/button';
import { TextField } from '~/ui/fields/fields';
import { EmptyState } from '~/ui/empty-state';
import { useStickyActionData } from '~/ui/sticky-action-data';
import type { Route } from './+types/outbox.route';
import { listOutbox, outboxQueryOf, sendTestMailToSelf } from './mailing.server';
import { type TestMailAnswer, TestMailForm } from './test-mail-form';

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const query = outboxQueryOf(searchParams);
  const actor = context.get(actorContext);
  const found = await listOutbox(actor, query).catch(throwErrorResponse);
  const title = translateIn(context.get(languageContext))('outbox.title');
  const views = await listSavedViews(actor, '/administration/outbox');
  const email = actor.id === null ? '' : actor.email;
  return { views, ...query, ...found, title, email };
}

/** Sends a test e-mail; the page shows the result. */
export async function action({ context }: Route.ActionArgs): Promise<TestMailAnswer> {
  return testMailAnswer(
    await sendTestMailToSelf(context.get(actorContext)).catch(throwErrorResponse),
  );
}

/** What to say of a test e-mail, in the reader's language; the server's own words are in its own. */
function testMailAnswer(sent: TestMail): TestMailAnswer {
  if (sent.outcome === 'not-set') {
    return { kind: 'error', text: 'outbox.test.not-set', values: {} };
  }
  if (sent.outcome === 'refused') {
    const { reason, host, server, reply } = sent.refusal;
    return { kind: 'error', text: `outbox.test.${reason}`, values: { host, server, reply } };
  }
  return { kind: 'success', text: `outbox.test.${sent.outcome}`, values: { server: sent.server } };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/administration/outbox', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

export default function Outbox({ loaderData, ...route }: Route.ComponentProps) {
  const actionData = useStickyActionData(route.actionData);
  const t = useTranslate();
  const { count, email, search } = loaderData;
  return (
    <div className={classes.wide}>
      <h1>{t('outbox.title')}</h1>
      <p>{t('outbox.intro')}</p>
      <TestMailForm email={email} answer={actionData} />
      <Form method="get" className={classes.bar} role="search" key={search}>
        <TextField
          name="search"
          type="search"
          label={t('outbox.search')}
          defaultValue={search}
          maxLength={100}
        />
        <TableParameters />
        <Button>{t('applications.apply')}</Button>
      </Form>
      <SavedViews views={loaderData.views} />
      {count === 0 ? (
        <EmptyState>{t(search ? 'outbox.none-found' : 'outbox.empty')}</EmptyState>
      ) : (
        <MailTable {...loaderData} />
      )}
    </div>
  );
}

type Row = Route.ComponentProps['loaderData']['mails'][number];

const columnsOf = (t: Translate, language: string): Column<Row>[] => [
  {
    name: 'subject',
    heading: t('outbox.subject'),
    isSortable: true,
    cell: ({ id, subject }) => <Link to={`/administration/outbox/${id}`}>{subject}</Link>,
  },
  {
    name: 'recipient',
    heading: t('outbox.recipient'),
    isSortable: true,
    cell: ({ recipient }) => recipient,
  },
  {
    name: 'written',
    heading: t('outbox.written'),
    isSortable: true,
    cell: ({ createdAt }) => formatInstant(createdAt, language, siteZone),
  },
  {
    name: 'state',
    heading: t('outbox.state'),
    isSortable: true,
    cell: ({ state, lastError }) =>
      `${t(`outbox.state.${state}`)}${lastError ? ` (${lastError})` : ''}`,
  },
];

function MailTable({ mails, sorting, page, pages }: Route.ComponentProps['loaderData']) {
  const t = useTranslate();
  const language = useLanguage();
  return (
    <DataTable
      title={t('outbox.title')}
      columns={columnsOf(t, language)}
      rows={mails}
      rowKey={({ id }) => id}
      sorting={sorting}
      page={page}
      pages={pages}
      download={{ list: 'outbox', asksReason: true }}
    />
  );
}
