import { data } from 'react-router';
import { z } from 'zod';
import type { Language } from '~/config/config.server';
import { throwErrorResponse } from '~/answers/error-response.server';
import { redirectWithNotice } from '~/answers/notices.server';
import {
  decisionLists,
  draftOfProposal,
  draftOfRecord,
} from '~/features/decisions/editor/decision-draft';
import { DecisionForm } from '~/features/decisions/editor/decision-form';
import {
  listFormChoices,
  readDecisionForm,
} from '~/features/decisions/editor/decision-form.server';
import { declineSchema, reloadUnlessSettled } from '~/features/decisions/proposals/proposal-input';
import {
  DeclineProposal,
  ProposalFacts,
  Settled,
} from '~/features/decisions/proposals/proposal-panels';
import type { SettledProposal } from '~/features/decisions/proposals/settled-proposal.server';
import { nameOfProposal } from '~/features/decisions/records/decision-names';
import {
  compareWithSaved,
  type SavedDecision,
} from '~/features/decisions/versions/saved-meanwhile.server';
import { SavedMeanwhile } from '~/features/decisions/versions/saved-meanwhile';
import { languageContext } from '~/i18n/language.server';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { parseForm, sentText, sentTexts } from '~/lib/forms/form';
import { versionField } from '~/lib/forms/version-field';
import { type Actor, actorContext } from '~/policy/actor';
import { AppError, type ErrorCode } from '~/policy/errors';
import { refusedFormContext } from '~/policy/request-context';
import { siteMeta } from '~/site/site-meta';
import { Breadcrumb } from '~/ui/breadcrumb';
import { Button } from '~/ui/button';
import form from '~/ui/form.module.css';
import { Message } from '~/ui/message';
import { useStickyActionData } from '~/ui/sticky-action-data';
import type { Route } from './+types/proposal-to-check.route';
import {
  declineProposalToCheck,
  findSettledToCheck,
  getProposalToCheck,
  publishProposedDecision,
  saveProposedDecision,
} from './checking.server';

const list = '/decisions/proposals';

/** A page that was kept open leads to the list, which says that the proposal is settled. */
function leadToListIfSettled(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'error.decision-proposal.settled')
    throwErrorResponse(error);
  throw redirectWithNotice(list, { kind: 'error', key: error.code });
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const language = context.get(languageContext);
  const isRefused = context.get(refusedFormContext);
  const { proposal, record, courts } = await getProposalToCheck(
    actor,
    params.proposal,
    isRefused,
  ).catch(leadToListIfSettled);
  const choices = await listFormChoices(actor, language, record);
  const offered = new Set(courts);
  const ofStates = choices.courts.flatMap((group) => {
    const own = group.choices.filter(({ value }) => offered.has(value));
    return own.length > 0 ? { ...group, choices: own } : [];
  });
  return {
    proposal,
    version: record?.version ?? null,
    draft: record ? draftOfRecord(record) : draftOfProposal(proposal),
    choices: { ...choices, courts: ofStates },
    title: nameOfProposal(proposal),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return loaderData
    ? siteMeta(matches, { title: loaderData.title, path: list, noIndex: true })
    : [];
}

type Answer = {
  intent: string;
  error?: ErrorCode;
  /** Someone else was quicker. */
  settled?: SettledProposal | null;
  fieldErrors: Record<string, string>;
  values?: Record<string, string>;
  /** What someone else has saved meanwhile, where a save came too late. */
  saved?: SavedDecision | null;
};

const publishSchema = z.strictObject({ intent: z.literal('check'), version: versionField });

export async function action({ params, request, context }: Route.ActionArgs) {
  const reader = { actor: context.get(actorContext), language: context.get(languageContext) };
  const answer = await answerForm(reader, params, await request.formData());
  if (!(answer instanceof Response)) context.set(refusedFormContext, true);
  return answer;
}

type Reader = { actor: Actor; language: Language };

async function answerForm(
  { actor, language }: Reader,
  params: { proposal: string },
  sent: FormData,
) {
  const intent = sentText(sent, 'intent');
  const isOfForm = intent === 'save' || (intent === 'check' && sent.has('court'));
  try {
    // Only its correspondents may learn what is wrong with a form.
    await getProposalToCheck(actor, params.proposal);
    if (isOfForm) return await save({ actor, language }, params.proposal, sent);
    if (intent === 'decline') return await decline(actor, params.proposal, sent);
    return await publish(actor, params.proposal, sent);
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'error.not-found') throwErrorResponse(error);
    const isLate = error.code === 'error.decision-proposal.settled';
    // Nothing was typed that would be lost.
    if (isLate && !isOfForm && intent !== 'decline') leadToListIfSettled(error);
    const settled = isLate ? await findSettledToCheck(actor, params.proposal) : null;
    const fieldErrors = fieldErrorsOf(error.code);
    const values = sentTexts(sent, decisionLists);
    const answer = { intent, error: error.code, settled, fieldErrors, values };
    return data<Answer>(answer, { status: error.status });
  }
}

function fieldErrorsOf(code: ErrorCode): Record<string, string> {
  if (code === 'error.decision.known') return { ecli: 'form.ecli-known' };
  if (code === 'error.correspondent.other-state' || code === 'error.court.gone')
    return { court: code };
  if (code === 'error.correspondent.other-ecli') return { ecli: code };
  return {};
}

/** Saves the form of the decision, and publishes it where that was pressed. */
async function save({ actor, language }: Reader, id: string, sent: FormData) {
  const input = readDecisionForm(sent);
  if (!input.ok)
    return data<Answer>({ intent: sentText(sent, 'intent'), ...input }, { status: 400 });
  const { intent, version, facts, values } = input;
  try {
    if (intent === 'check') {
      await publishProposedDecision(actor, { id, version, input: facts });
      return redirectWithNotice(list, { kind: 'success', key: 'success.decision-check' });
    }
    await saveProposedDecision(actor, { id, version }, facts);
    const key = 'success.decision-saved';
    return redirectWithNotice(`${list}/${id}`, { kind: 'success', key });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'error.changed-meanwhile') throw error;
    const { record } = await getProposalToCheck(actor, id);
    const saved =
      record && (await compareWithSaved(actor, language, { saved: record, typed: facts }));
    const answer = { intent, error: error.code, fieldErrors: {}, values, saved };
    return data<Answer>(answer, { status: error.status });
  }
}

async function publish(actor: Actor, id: string, sent: FormData) {
  const input = parseForm(publishSchema, sent);
  if (!input.ok) return data<Answer>({ intent: 'check', ...input }, { status: 400 });
  await publishProposedDecision(actor, { id, version: input.data.version });
  return redirectWithNotice(list, { kind: 'success', key: 'success.decision-check' });
}

async function decline(actor: Actor, id: string, sent: FormData) {
  const input = parseForm(declineSchema, sent);
  if (!input.ok) return data<Answer>({ intent: 'decline', ...input }, { status: 400 });
  await declineProposalToCheck(actor, { id, reason: input.data.reason });
  return redirectWithNotice(list, { kind: 'success', key: 'success.decision-proposal-declined' });
}

export const shouldRevalidate = reloadUnlessSettled;

/** Where a correspondent completes a proposed decision, publishes or declines it. */
export default function ProposalToCheck({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslate();
  const textOf = useTextOf();
  const { proposal, choices, title } = loaderData;
  const answer: Answer | undefined = useStickyActionData(actionData);
  const ofForm = answer?.values?.['court'] === undefined ? undefined : answer;
  const version = answer?.saved?.version ?? loaderData.version;
  const isSettled = answer?.error === 'error.decision-proposal.settled';
  return (
    <div className={form.wide}>
      <Breadcrumb steps={[{ to: list, title: t('correspondents.proposals') }]} />
      <h1>
        <bdi>{title}</bdi>
      </h1>
      {answer?.error && (
        <Message kind="error" text={textOf(answer.error)} answer={answer}>
          {answer.settled && <Settled settled={answer.settled} />}
        </Message>
      )}
      {answer?.saved && <SavedMeanwhile differences={answer.saved.differences} />}
      <ProposalFacts proposal={proposal} />
      <DecisionForm
        key={version}
        proposal={null}
        draft={ofForm?.values ?? loaderData.draft}
        fieldErrors={ofForm?.fieldErrors ?? {}}
        choices={choices}
        version={version ?? 0}
        fixedIdentifier={null}
        submit={
          isSettled ? null : t(version === null ? 'decision-editor.create' : 'decision-editor.save')
        }
      >
        {version !== null && !isSettled && (
          <>
            <p>{t('correspondents.publish-hint')}</p>
            <Button variant="primary" name="intent" value="check">
              {t('correspondents.publish')}
            </Button>
          </>
        )}
      </DecisionForm>
      <DeclineProposal
        id={proposal.id}
        isOwn={false}
        isSettled={isSettled}
        answer={answer?.intent === 'decline' ? answer : undefined}
      />
    </div>
  );
}
