import { Link } from 'react-router';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { siteMeta } from '~/site/site-meta';
import { formatInstant, siteZone } from '~/lib/format/format-date';
import classes from '~/ui/form.module.css';
import type { TestMail } from '~/platform/mail/test-mail.server';
import { TableScroll } from '~/ui/table-scroll';
import type { Route } from './+types/outbox.route';
import { listOutbox, sendTestMailToSelf } from './mailing.server';
import { type TestMailAnswer, TestMailForm } from './test-mail-form';

export async function loader({ context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const mails = await listOutbox(actor).catch(throwErrorResponse);
  const title = translateIn(context.get(languageContext))('outbox.title');
  return { mails, title, email: actor.id === null ? '' : actor.email };
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

export default function Outbox({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { mails, email } = loaderData;
  return (
    <div className={classes.wide}>
      <h1>{t('outbox.title')}</h1>
      <p>{t('outbox.intro')}</p>
      <TestMailForm email={email} answer={actionData} />
      {mails.length === 0 ? (
        <p>{t('outbox.empty')}</p>
      ) : (
        <TableScroll label={t('outbox.title')}>
          <table className={`${classes.table} ${classes.stacked}`}>
            <thead>
              <tr>
                <th scope="col">{t('outbox.written')}</th>
                <th scope="col">{t('outbox.recipient')}</th>
                <th scope="col">{t('outbox.subject')}</th>
                <th scope="col">{t('outbox.state')}</th>
              </tr>
            </thead>
            <tbody>
              {mails.map((mail) => (
                <tr key={mail.id}>
                  <td>{formatInstant(mail.createdAt, language, siteZone)}</td>
                  <td data-label={t('outbox.recipient')}>{mail.recipient}</td>
                  <td data-label={t('outbox.subject')}>
                    <Link to={`/administration/outbox/${mail.id}`}>{mail.subject}</Link>
                  </td>
                  <td data-label={t('outbox.state')}>
                    {t(`outbox.state.${mail.state}`)}
                    {mail.lastError && ` (${mail.lastError})`}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableScroll>
      )}
    </div>
  );
}
