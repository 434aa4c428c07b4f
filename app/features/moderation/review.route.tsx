import { data, Form, Link } from 'react-router';
import { type Actor, actorContext } from '~/actor';
import { showErrorPage } from '~/error-response.server';
import { AppError } from '~/errors';
import { languageContext } from '~/i18n/language.server';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { parseForm, sentText } from '~/lib/form';
import { redirectWithNotice } from '~/notices.server';
import { siteMeta } from '~/site-meta';
import form from '~/ui/form.module.css';
import { Message } from '~/ui/message';
import { ActionButton } from '~/ui/plain-fields';
import fields from '~/ui/plain-fields.module.css';
import reading from '~/ui/reading.module.css';
import { useLive } from '~/ui/use-live';
import { useStandingAnswer } from '~/ui/standing-answer';
import type { Route } from './+types/review.route';
import { DecisionForm } from './decision-form';
import { answerSuspension, decideAppeal, decideReview } from './decisions.server';
import {
  appealDecisionSchema,
  assignSchema,
  confirmationSchema,
  decisionSchema,
} from './flag-schemas';
import classes from './moderation.module.css';
import { ReviewCase } from './review-case';
import { assignReview, getReviewPage } from './review-queue.server';

export async function loader({ params, context }: Route.LoaderArgs) {
  const page = await getReviewPage(context.get(actorContext), params.id).catch(showErrorPage);
  return { ...page, title: translateIn(context.get(languageContext))('review.title') };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/administration/flags', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

type Refusal = {
  error: string | null;
  fieldErrors: Record<string, string>;
  values: Record<string, string>;
};

/** Does what the form asks for. @returns what is wrong with the form, or null */
async function act(actor: Actor, id: string, given: FormData): Promise<Refusal | null> {
  switch (sentText(given, 'intent')) {
    case 'decide': {
      const input = parseForm(decisionSchema, given);
      if (!input.ok) return { ...input, error: null };
      await decideReview(actor, id, input.data);
      return null;
    }
    case 'decide-appeal': {
      const input = parseForm(appealDecisionSchema, given);
      if (!input.ok) return { ...input, error: null };
      await decideAppeal(actor, id, input.data);
      return null;
    }
    case 'confirm':
    case 'refuse': {
      const input = parseForm(confirmationSchema, given);
      if (!input.ok) return { ...input, error: null };
      await answerSuspension(actor, id, input.data);
      return null;
    }
    default: {
      const input = parseForm(assignSchema, given);
      if (!input.ok) return { ...input, error: null };
      await assignReview(actor, id, input.data);
      return null;
    }
  }
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const given = await request.formData();
  try {
    const refusal = await act(context.get(actorContext), params.id, given);
    if (refusal) return data(refusal, { status: 400 });
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'error.not-found') showErrorPage(error);
    const values = Object.fromEntries(
      [...given].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    );
    return data<Refusal>({ error: error.code, fieldErrors: {}, values }, { status: error.status });
  }
  const key = 'success.review-changed';
  return redirectWithNotice(`/flagged-comment/${params.id}`, { kind: 'success', key });
}

export default function ReviewPage({ loaderData, ...route }: Route.ComponentProps) {
  const actionData = useStandingAnswer(route.actionData);
  const t = useTranslate();
  const textOf = useTextOf();
  const { review, topic, comment, whyNot, flags } = loaderData;
  useLive('/administration/flags/live');
  const isUndecided = review.state === 'open' || review.state === 'revision-requested';
  const errors = actionData?.fieldErrors ?? {};
  const values = actionData?.values ?? {};
  const reasons = [
    ...new Set(flags.filter((flag) => !flag.withdrawnAt).map(({ reason }) => reason)),
  ];
  return (
    <div className={form.wide}>
      <header className={reading.head}>
        <p className={reading.kind}>
          <Link to="/administration/flags">{t('review.queue')}</Link>
        </p>
        <h1>{loaderData.title}</h1>
        <p>
          <Link to={comment.address}>
            {topic.title}, #{comment.position}
          </Link>{' '}
          <span className={classes.state}>{t(`review.state.${review.state}`)}</span>
        </p>
      </header>
      {actionData?.error && (
        <Message kind="error" text={textOf(actionData.error)} answer={actionData} />
      )}
      <Form method="post" className={fields.row}>
        <input type="hidden" name="version" value={review.version} />
        <p>
          {review.assignee
            ? t('review.assigned', { name: review.assignee })
            : t('review.unassigned')}
        </p>
        <ActionButton name="intent" value={review.isMine ? 'release' : 'take'}>
          {t(review.isMine ? 'review.release' : 'review.take')}
        </ActionButton>
      </Form>
      <ReviewCase page={loaderData} />
      {whyNot === 'conflict-of-interest' && (
        <p className={classes.conflict}>{t('error.review.conflict-of-interest')}</p>
      )}
      {!whyNot && isUndecided && (
        <section className={`${reading.section} ${classes.narrow}`}>
          <h2>{t('review.decision')}</h2>
          <DecisionForm
            kind="first"
            version={review.version}
            reasons={reasons}
            errors={errors}
            values={values}
          />
        </section>
      )}
      {!whyNot && review.state === 'suspension-proposed' && (
        <section className={reading.section}>
          <h2>{t('review.suspension')}</h2>
          <p>{t('review.suspension-text')}</p>
          <Form method="post" className={fields.row}>
            <input type="hidden" name="version" value={review.version} />
            <ActionButton kind="wrong" name="intent" value="confirm">
              {t('review.confirm')}
            </ActionButton>
            <ActionButton name="intent" value="refuse">
              {t('review.refuse')}
            </ActionButton>
          </Form>
        </section>
      )}
      {!whyNot && review.state === 'appealed' && (
        <section className={`${reading.section} ${classes.narrow}`}>
          <h2>{t('review.appeal-decision')}</h2>
          <DecisionForm
            kind="appeal"
            version={review.version}
            reasons={reasons}
            errors={errors}
            values={values}
          />
        </section>
      )}
    </div>
  );
}
