import { data, Link } from 'react-router';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { AppError, type ErrorCode } from '~/policy/errors';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTextOf, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { sentText } from '~/lib/forms/form';
import { formatInstant, siteZone } from '~/lib/format/format-date';
import { redirectWithNotice } from '~/answers/notices.server';
import { siteMeta } from '~/site/site-meta';
import classes from '~/ui/form.module.css';
import { Message } from '~/ui/message';
import { Button } from '~/ui/button';
import { LongTextField } from '~/ui/fields/fields';
import { FileField } from '~/ui/fields/file-field';
import { useNeededFields } from '~/ui/fields/use-needed-fields';
import { TableScroll } from '~/ui/table-scroll';
import type { Route } from './+types/subscriptions.route';
import {
  type BounceImport,
  getSubscriptionFigures,
  importBounces,
  undoBounce,
} from '~/features/newsletters/delivery/bounces.server';
import { Form } from '~/ui/form';
import { EmptyState } from '~/ui/empty-state';
import { useStickyActionData } from '~/ui/sticky-action-data';

const path = '/administration/subscriptions';
const maxFiles = 200;

export async function loader({ context }: Route.LoaderArgs) {
  return {
    ...(await getSubscriptionFigures(context.get(actorContext)).catch(throwErrorResponse)),
    title: translateIn(context.get(languageContext))('subscriptions.title'),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path, noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

type Answer = {
  imported?: BounceImport;
  error?: ErrorCode;
  isEmpty?: boolean;
  isTooMany?: boolean;
};

export async function action({ request, context }: Route.ActionArgs) {
  const actor = context.get(actorContext);
  const sent = await request.formData();
  try {
    if (sentText(sent, 'intent') === 'undo') {
      await undoBounce(actor, sentText(sent, 'email'));
      return redirectWithNotice(path, { kind: 'success', key: 'success.newsletter.bounce-undone' });
    }
    if (sent.getAll('files').length > maxFiles)
      return data<Answer>({ isTooMany: true }, { status: 400 });
    const sources = await mailsOf(sent);
    if (sources.length === 0) return data<Answer>({ isEmpty: true }, { status: 400 });
    return data<Answer>({ imported: await importBounces(actor, sources) });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return data<Answer>({ error: error.code }, { status: error.status });
  }
}

/** What was chosen as files, and what was pasted. */
async function mailsOf(form: FormData): Promise<string[]> {
  const files = form.getAll('files').filter((entry) => entry instanceof File);
  const texts = await Promise.all(files.map((file) => file.text()));
  return [...texts, sentText(form, 'pasted')].filter((text) => text.trim() !== '');
}

/** How many subscribe, whose mails came back, and the way in for mails that came back. */
export default function Subscriptions({ loaderData, ...route }: Route.ComponentProps) {
  const actionData = useStickyActionData(route.actionData);
  const t = useTranslate();
  const textOf = useTextOf();
  const { figures } = loaderData;
  const needed = useNeededFields();
  return (
    <div className={classes.wide}>
      <p>
        <Link to="/administration/newsletters">{t('newsletters.title')}</Link>
      </p>
      <h1>{t('subscriptions.title')}</h1>
      {actionData?.error && (
        <Message kind="error" text={textOf(actionData.error)} answer={actionData} />
      )}
      {actionData?.imported && (
        <Message
          kind="success"
          text={t('bounces.imported', actionData.imported)}
          answer={actionData}
        />
      )}
      {figures.length === 0 ? (
        <EmptyState>{t('subscriptions.none')}</EmptyState>
      ) : (
        <dl className={classes.facts}>
          {figures.map(({ status, count }) => [
            <dt key={status}>{t(`subscription.status.${status}`)}</dt>,
            <dd key={`${status} count`}>{count}</dd>,
          ])}
        </dl>
      )}
      <section className={classes.section} aria-labelledby="bounced">
        <h2 id="bounced">{t('bounces.title')}</h2>
        <Bounced bounced={loaderData.bounced} />
      </section>
      <section className={classes.section} aria-labelledby="import">
        <h2 id="import">{t('bounces.import')}</h2>
        <Form method="post" encType="multipart/form-data" className={classes.form} needed={needed}>
          <p>{t('bounces.import-hint')}</p>
          <FileField
            name="files"
            label={t('bounces.files')}
            accept=".eml,message/rfc822,text/plain"
            multiple
            error={
              actionData?.isTooMany
                ? t('bounces.too-many', { most: maxFiles })
                : needed.errorOf('files')
            }
          />
          <LongTextField
            name="pasted"
            label={t('bounces.pasted')}
            rows={6}
            error={actionData?.isEmpty ? t('form.required') : undefined}
          />
          <Button variant="primary">{t('bounces.submit')}</Button>
        </Form>
      </section>
    </div>
  );
}

function Bounced({ bounced }: Pick<Route.ComponentProps['loaderData'], 'bounced'>) {
  const t = useTranslate();
  const language = useLanguage();
  if (bounced.length === 0) return <EmptyState>{t('bounces.none')}</EmptyState>;
  return (
    <TableScroll label={t('bounces.title')}>
      <table className={`${classes.table} ${classes.stacked}`}>
        <thead>
          <tr>
            <th scope="col">{t('field.email')}</th>
            <th scope="col">{t('newsletter.time')}</th>
            <th scope="col">{t('delivery.reply')}</th>
            <th scope="col">{t('bounces.undo-title')}</th>
          </tr>
        </thead>
        <tbody>
          {bounced.map(({ email, bouncedAt, bounceCode }) => (
            <tr key={email}>
              <td>{email}</td>
              <td data-label={t('newsletter.time')}>
                {bouncedAt && formatInstant(bouncedAt, language, siteZone)}
              </td>
              <td data-label={t('delivery.reply')}>{bounceCode}</td>
              {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the button names it */}
              <td data-label={t('bounces.undo-title')}>
                <Form method="post">
                  <input type="hidden" name="email" value={email} />
                  <Button name="intent" value="undo">
                    {t('bounces.undo')}
                  </Button>
                </Form>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}
