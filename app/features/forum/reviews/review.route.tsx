import { data, Link } from 'react-router';
import { type Actor, actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { AppError } from '~/policy/errors';
import { discardDraft, findDraft } from '~/features/writing/drafts/drafts.server';
import { languageContext } from '~/i18n/language.server';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { parseForm, sentText, sentTexts } from '~/lib/forms/form';
import { mayLoadAgain } from '~/site/session-state';
import { redirectWithNotice } from '~/answers/notices.server';
import { siteMeta } from '~/site/site-meta';
import formClasses from '~/ui/form.module.css';
import { Message } from '~/ui/message';
import { stayOnNetworkError } from '~/ui/stay-on-network-error';
import { Button } from '~/ui/button';
import fields from '~/ui/fields/fields.module.css';
import reading from '~/ui/reading.module.css';
import { useLive } from '~/ui/live/use-live';
import { useStickyActionData } from '~/ui/sticky-action-data';
import type { Route } from './+types/review.route';
import { DecisionForm } from './decision-form';
import { answerSuspension, decideAppeal, decideReview } from './decisions.server';
import {
  appealDecisionSchema,
  assignSchema,
  confirmationSchema,
  decisionSchema,
} from '~/features/forum/flags/flag-schemas';
import classes from '~/features/forum/moderation/moderation.module.css';
import { StaleDraft } from '~/features/forum/moderation/stale-draft';
import { ReviewAssignee, ReviewCase } from './review-case';
import { assignReview, getReviewPage } from './review-page.server';
import { Form } from '~/ui/form';
import { StatusPill } from '~/ui/status-pill';
import { reviewTones } from './review-tones';
import { Breadcrumb } from '~/ui/breadcrumb';

export async function loader({ params, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const page = await getReviewPage(actor, params.id).catch(throwErrorResponse);
  const draft = await findDraft(actor, `review/${params.id}`);
  return { ...page, draft, title: translateIn(context.get(languageContext))('review.title') };
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
    case 'discard': {
      await discardDraft(actor, `review/${id}`);
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
    if (!(error instanceof AppError) || error.code === 'error.not-found') throwErrorResponse(error);
    const refusal = { error: error.code, fieldErrors: {}, values: sentTexts(given) };
    return data<Refusal>(refusal, { status: error.status });
  }
  const key = 'success.review-changed';
  return redirectWithNotice(`/flagged-comment/${params.id}`, { kind: 'success', key });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return stayOnNetworkError(serverAction);
}

export default function ReviewPage({ loaderData, ...route }: Route.ComponentProps) {
  const actionData = useStickyActionData(route.actionData);
  const t = useTranslate();
  const textOf = useTextOf();
  const { review, topic, comment, whyNot, flags, decisions, draft, canSuspend } = loaderData;
  useLive('/administration/flags/live', mayLoadAgain);
  const isUndecided = review.state === 'open' || review.state === 'revision-requested';
  const form = isUndecided ? 'first' : review.state === 'appealed' ? 'appeal' : null;
  const standing = flags.filter((flag) => !flag.withdrawnAt);
  return (
    <div className={formClasses.wide}>
      <header className={reading.head}>
        <Breadcrumb
          steps={[
            { to: '/administration', title: t('administration.title') },
            { to: '/administration/flags', title: t('review.queue') },
          ]}
        />
        <h1>{loaderData.title}</h1>
        <p>
          <Link to={comment.address}>
            <bdi>{topic.title}</bdi>, #{comment.position}
          </Link>{' '}
          <StatusPill tone={reviewTones[review.state]}>
            {t(`review.state.${review.state}`)}
          </StatusPill>
        </p>
      </header>
      {actionData?.error && (
        <Message kind="error" text={textOf(actionData.error)} answer={actionData} />
      )}
      <ReviewAssignee review={review} mayTake={!whyNot} />
      <ReviewCase page={loaderData} />
      {whyNot === 'conflict-of-interest' && (
        <p className={classes.conflict}>{t('error.review.conflict-of-interest')}</p>
      )}
      {loaderData.mayWithdraw && (
        <Form method="post" className={fields.row}>
          <input type="hidden" name="version" value={review.version} />
          <Button name="intent" value="refuse">
            {t('review.withdraw-proposal')}
          </Button>
        </Form>
      )}
      {!whyNot && review.state === 'suspension-proposed' && (
        <section className={reading.section}>
          <h2>{t('review.suspension')}</h2>
          <p>
            {t(loaderData.isProposalVoid ? 'error.review.proposal-void' : 'review.suspension-text')}
          </p>
          <Form method="post" className={fields.row}>
            <input type="hidden" name="version" value={review.version} />
            {!loaderData.isProposalVoid && (
              <Button variant="danger" name="intent" value="confirm">
                {t('review.confirm')}
              </Button>
            )}
            <Button name="intent" value="refuse">
              {t('review.refuse')}
            </Button>
          </Form>
        </section>
      )}
      {!whyNot && form ? (
        <section className={`${reading.section} ${classes.narrow}`}>
          <h2>{t(form === 'first' ? 'review.decision' : 'review.appeal-decision')}</h2>
          <DecisionForm
            // After each decision there is another one to be written.
            key={decisions.length}
            kind={form}
            review={{ ...review, canSuspend }}
            draft={draft}
            subject={JSON.stringify([comment, standing.map(({ id }) => id)])}
            reasons={[...new Set(standing.map(({ reason }) => reason))]}
            errors={actionData?.fieldErrors ?? {}}
            values={actionData?.values ?? {}}
          />
        </section>
      ) : (
        <StaleDraft draft={draft} />
      )}
    </div>
  );
}
