import { data, Link } from 'react-router';
import { actorContext } from '~/policy/actor';
import { reloadOwnChangesAndConflicts } from '~/lib/forms/revalidation';
import { AppError } from '~/policy/errors';
import { throwErrorResponse } from '~/answers/error-response.server';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTextOf, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { type FormRefusal, sentTexts } from '~/lib/forms/form';
import { formatDate } from '~/lib/format/format-date';
import { isUuid } from '~/lib/is-uuid';
import { redirectWithNotice } from '~/answers/notices.server';
import { siteMeta } from '~/site/site-meta';
import classes from '~/ui/form.module.css';
import { Message } from '~/ui/message';
import reading from '~/ui/reading.module.css';
import type { Route } from './+types/application.route';
import { ApplicationDecision } from './application-decision';
import { ApplicationFields } from '~/features/membership/applying/application-fields';
import { ApplicationHistory, LastEntry } from './application-history';
import { ApplicationMessages } from '~/features/membership/status/application-messages';
import { ApplicationStanding } from './application-standing';
import { ApplicationNotes } from './application-notes';
import { getApplication } from './application-queue.server';
import { listAdministrators } from './application-review.server';
import { type ReviewAnswer, runReviewAction } from './application-review-action.server';
import own from './application.module.css';
import { keepFormOnNetworkError } from '~/ui/stay-on-network-error';
import { useStickyActionData } from '~/ui/sticky-action-data';

export async function loader({ params, context }: Route.LoaderArgs) {
  if (!isUuid(params.id)) throw data('error.not-found', { status: 404 });
  const actor = context.get(actorContext);
  const [found, administrators] = await Promise.all([
    getApplication(actor, params.id),
    listAdministrators(actor),
  ]).catch(throwErrorResponse);
  const { firstName, lastName } = found.application;
  const t = translateIn(context.get(languageContext));
  const name = lastName ? `${firstName} ${lastName}` : t('applications.anonymous');
  return { ...found, administrators, name, title: t('applications.one', { name }) };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/administration/applications', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

type Answer = ReviewAnswer | ({ kind: 'failed'; error: string } & FormRefusal);

export async function action({ request, params, context }: Route.ActionArgs) {
  if (!isUuid(params.id)) throw data('error.not-found', { status: 404 });
  const form = await request.formData();
  try {
    const answer = await runReviewAction(context.get(actorContext), params.id, form);
    if (answer.kind === 'done') {
      const here = `/administration/applications/${params.id}`;
      return redirectWithNotice(here, { kind: 'success', key: answer.key });
    }
    return data<Answer>(answer, { status: answer.kind === 'refused' ? 400 : 200 });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'error.not-found') throwErrorResponse(error);
    const refused = { fieldErrors: {}, values: sentTexts(form) };
    return data<Answer>(
      { kind: 'failed', error: error.code, ...refused },
      { status: error.status },
    );
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepFormOnNetworkError(serverAction);
}

export const shouldRevalidate = reloadOwnChangesAndConflicts;

/** One application: everything the decision rests on, and the decision. */
export default function ApplicationReview({ loaderData, ...route }: Route.ComponentProps) {
  const actionData = useStickyActionData(route.actionData);
  const t = useTranslate();
  const { application, name, messages, notes, history } = loaderData;
  const refusal = actionData && 'values' in actionData ? actionData : undefined;
  return (
    <div className={reading.page}>
      <div className={reading.head}>
        <h1>{name}</h1>
        <p className={own.head}>
          <ApplicationStanding {...application} />
          {application.isExample && <span>{t('application.is-example')}</span>}
        </p>
      </div>
      {actionData && 'error' in actionData && <Refusal answer={actionData} history={history} />}
      <div className={own.columns}>
        <div className={reading.main}>
          <Duplicates duplicates={loaderData.duplicates} />
          <section className={classes.section} aria-labelledby="told">
            <h2 id="told">{t('application.told-by')}</h2>
            <ApplicationFields application={application} />
          </section>
          {messages.length > 0 && <ApplicationMessages messages={messages} />}
          <ApplicationNotes
            notes={notes}
            isOpen={application.anonymisedAt === null}
            refusal={refusal?.values.intent === 'note' ? refusal : undefined}
          />
          <ApplicationHistory history={history} />
        </div>
        <aside className={reading.aside}>
          <ApplicationDecision key={loaderData.application.id} {...loaderData} refusal={refusal} />
        </aside>
      </div>
    </div>
  );
}

type RefusalProps = {
  answer: { error: string };
  history: Route.ComponentProps['loaderData']['history'];
};

/** Why nothing was done; when someone was faster, what that person did. */
function Refusal({ answer, history }: RefusalProps) {
  const textOf = useTextOf();
  return (
    <Message kind="error" text={textOf(answer.error)} answer={answer}>
      {answer.error === 'error.changed-meanwhile' && <LastEntry history={history} />}
    </Message>
  );
}

type DuplicatesProps = { duplicates: Route.ComponentProps['loaderData']['duplicates'] };

function Duplicates({ duplicates }: DuplicatesProps) {
  const t = useTranslate();
  const language = useLanguage();
  if (duplicates.length === 0) return null;
  return (
    <section className={reading.box} aria-labelledby="duplicates">
      <h2 id="duplicates">{t('applications.duplicates')}</h2>
      <ul>
        {duplicates.map((duplicate) => {
          const date = formatDate(duplicate.createdAt, language);
          const same = t(
            duplicate.isSameEmail ? 'applications.same-email' : 'applications.same-name',
          );
          return (
            <li key={duplicate.id}>
              {duplicate.kind === 'application' ? (
                <Link to={`/administration/applications/${duplicate.id}`}>
                  {t('applications.other-application', { date })}
                </Link>
              ) : (
                t('applications.other-account', { date })
              )}
              {' – '}
              {same}
              {duplicate.status && `, ${t(`application.state.${duplicate.status}`)}`}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
