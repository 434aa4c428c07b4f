import { data, useNavigation } from 'react-router';
import { z } from 'zod';
import { actorContext } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import { throwErrorResponse } from '~/answers/error-response.server';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTextOf, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { formatDate } from '~/lib/format/format-date';
import { parseForm } from '~/lib/forms/form';
import { reloadAfterConflict } from '~/lib/forms/revalidation';
import { redirectWithNotice } from '~/answers/notices.server';
import { siteMeta } from '~/site/site-meta';
import { Button } from '~/ui/button';
import { LongTextField } from '~/ui/fields/fields';
import classes from '~/ui/form.module.css';
import { Message } from '~/ui/message';
import reading from '~/ui/reading.module.css';
import type { Route } from './+types/application-status.route';
import { ApplicationFields } from '~/features/membership/applying/application-fields';
import { ApplicationMessages } from './application-messages';
import { answerSchema } from '~/features/membership/applying/application-schemas';
import { steps } from '~/features/membership/application-states';
import own from '~/features/membership/review/application.module.css';
import {
  answerQuestion,
  getApplicationByLink,
  withdrawApplication,
} from './application-status.server';
import { Form } from '~/ui/form';
import { StatusPill } from '~/ui/status-pill';
import { applicationTones } from '~/features/membership/application-states';
import { keepFormOnNetworkError } from '~/ui/stay-on-network-error';
import { useStickyActionData } from '~/ui/sticky-action-data';

export async function loader({ params, context }: Route.LoaderArgs) {
  const found = await getApplicationByLink(context.get(actorContext), params.token).catch(
    throwErrorResponse,
  );
  const title = translateIn(context.get(languageContext))('application.status-title');
  return data({ ...found, title }, { headers: { 'Cache-Control': 'no-store' } });
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/membership', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

type Answer = {
  error?: string;
  fieldErrors?: Record<string, string>;
  values?: Record<string, string>;
};

const withdrawSchema = z.strictObject({ intent: z.literal('withdraw') });

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = context.get(actorContext);
  const here = `/membership/status/${params.token}`;
  const sent = await request.formData();
  try {
    if (sent.get('intent') === 'withdraw') {
      const form = parseForm(withdrawSchema, sent);
      if (!form.ok) throw new AppError('error.invalid-input');
      await withdrawApplication(actor, params.token);
      return redirectWithNotice(here, { kind: 'success', key: 'success.application-withdrawn' });
    }
    const form = parseForm(answerSchema, sent);
    if (!form.ok) return data<Answer>(form, { status: 400 });
    await answerQuestion(actor, params.token, form.data.text);
    return redirectWithNotice(here, { kind: 'success', key: 'success.answer-sent' });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const text = sent.get('text');
    const values = { text: typeof text === 'string' ? text : '' };
    return data<Answer>({ error: error.code, values }, { status: error.status });
  }
}

export const shouldRevalidate = reloadAfterConflict;

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepFormOnNetworkError(serverAction);
}

/** The applicant's private page: state, questions and submitted data. */
export default function ApplicationStatus({ loaderData, ...route }: Route.ComponentProps) {
  const actionData = useStickyActionData(route.actionData);
  const t = useTranslate();
  const textOf = useTextOf();
  const language = useLanguage();
  const { application, messages, isRefused } = loaderData;
  const { status } = application;
  const canWithdraw = steps.withdraw.from.some((state) => state === status);
  return (
    <div className={reading.page}>
      <div className={reading.head}>
        <h1>{t('application.status-title')}</h1>
        <p className={own.head}>
          <StatusPill tone={applicationTones[status]}>
            {t(`application.state.${status}`)}
          </StatusPill>
          <span>
            {t('application.since', { date: formatDate(application.statusSince, language) })}
          </span>
        </p>
      </div>
      {actionData?.error && (
        <Message kind="error" text={textOf(actionData.error)} answer={actionData} />
      )}
      <p className={reading.lead}>{t(`application.meaning.${status}`)}</p>
      {isRefused && application.retentionUntil && (
        <p>
          {t('application.kept-until', { date: formatDate(application.retentionUntil, language) })}
        </p>
      )}
      {messages.length > 0 && <ApplicationMessages messages={messages} />}
      {status === 'information-requested' ? (
        <AnswerForm answer={actionData} />
      ) : (
        <UnsentAnswer answer={actionData} />
      )}
      <section className={reading.section} aria-labelledby="told">
        <h2 id="told">{t('application.told')}</h2>
        <ApplicationFields application={application} />
      </section>
      {canWithdraw && <Withdraw />}
      <p className={reading.small}>{t('application.keep-link')}</p>
    </div>
  );
}

function AnswerForm({ answer }: { answer?: Answer }) {
  const t = useTranslate();
  const textOf = useTextOf();
  const isBusy = useNavigation().state === 'submitting';
  const error = answer?.fieldErrors?.text;
  return (
    <Form method="post" className={classes.form} noValidate style={{ maxWidth: '42rem' }}>
      <input type="hidden" name="intent" value="answer" />
      <LongTextField
        name="text"
        label={t('application.answer')}
        required
        maxLength={4000}
        defaultValue={answer?.values?.text}
        error={error && textOf(error)}
      />
      <Button variant="primary" isBusy={isBusy}>
        {t('application.answer-send')}
      </Button>
    </Form>
  );
}

/** What was typed while the question was closed elsewhere, to be copied. */
function UnsentAnswer({ answer }: { answer?: Answer }) {
  const t = useTranslate();
  const text = answer?.values?.text;
  if (!text) return null;
  return (
    <div className={classes.section}>
      <p>{t('application.answer-not-sent')}</p>
      <p className={own.preview}>{text}</p>
    </div>
  );
}

function Withdraw() {
  const t = useTranslate();
  return (
    <details className={own.withdraw}>
      <summary>{t('application.withdraw')}</summary>
      <Form method="post" className={own.stack}>
        <input type="hidden" name="intent" value="withdraw" />
        <p>{t('application.withdraw-text')}</p>
        <Button variant="danger">{t('application.withdraw-confirm')}</Button>
      </Form>
    </details>
  );
}
