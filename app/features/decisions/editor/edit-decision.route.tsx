import { data, Link, type ShouldRevalidateFunctionArgs } from 'react-router';
import { z } from 'zod';
import type { Language } from '~/config/config.server';
import { throwErrorResponse } from '~/answers/error-response.server';
import { redirectTo } from '~/answers/redirect-to.server';
import { redirectWithNotice } from '~/answers/notices.server';
import { nameOfDecision } from '~/features/decisions/records/decision-names';
import { BeginDecision } from '~/features/decisions/proposals/begin-decision';
import { beginDecision } from '~/features/decisions/proposals/begin-decision.server';
import {
  DeclineProposal,
  ProposalFacts,
  Settled,
} from '~/features/decisions/proposals/proposal-panels';
import {
  beginSchema,
  declineSchema,
  reloadUnlessSettled,
} from '~/features/decisions/proposals/proposal-input';
import { declineProposal, findProposal } from '~/features/decisions/proposals/proposals.server';
import {
  findSettledProposal,
  type SettledProposal,
} from '~/features/decisions/proposals/settled-proposal.server';
import { proposalAddress } from '~/features/decisions/proposals/waiting-proposals';
import { SavedMeanwhile } from '~/features/decisions/versions/saved-meanwhile';
import {
  compareWithSaved,
  type SavedDecision,
} from '~/features/decisions/versions/saved-meanwhile.server';
import { listAuditEntriesOf } from '~/features/identity/audit/audit.server';
import { HistoryTable } from '~/features/identity/audit/history-table';
import { languageContext } from '~/i18n/language.server';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { parseForm, sentText, sentTexts } from '~/lib/forms/form';
import { textField } from '~/lib/forms/text-field';
import { versionField } from '~/lib/forms/version-field';
import { type Actor, actorContext } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import { refusedFormContext } from '~/policy/request-context';
import { authorise } from '~/policy/permissions';
import { siteMeta } from '~/site/site-meta';
import form from '~/ui/form.module.css';
import { Message } from '~/ui/message';
import { keepFormOnNetworkError } from '~/ui/stay-on-network-error';
import { useStickyActionData } from '~/ui/sticky-action-data';
import type { Route } from './+types/edit-decision.route';
import { draftOfProposal, draftOfRecord, emptyDraft } from './decision-draft';
import { DecisionForm } from './decision-form';
import { DecisionSteps, type MergeQuestion, Publishing } from './decision-steps';
import { changeState, findRecord, getRecord, ownIdentifier, saveDecision } from './editor.server';
import classes from './editor.module.css';
import { StateLine } from './state-line';
import { listFormChoices, readDecisionForm } from './decision-form.server';
import { foreseeMerge, mergeDecision } from './merging.server';

const list = '/administration/decisions';

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const language = context.get(languageContext);
  const t = translateIn(language);
  const isNew = params.id === 'new';
  const record = isNew ? null : await getRecord(actor, params.id).catch(throwErrorResponse);
  const asked = new URL(request.url).searchParams.get('proposal') ?? '';
  const isRefused = context.get(refusedFormContext);
  const by = record ? { record: record.id } : { id: asked, orSettled: isRefused };
  const proposal = await findProposal(actor, by).catch(throwErrorResponse);
  if (!record && proposal?.record && !isRefused) throw redirectTo(proposalAddress(proposal));
  if (asked && !proposal) throw throwErrorResponse(new AppError('error.not-found'));
  return {
    record,
    proposal,
    isOwnProposal: proposal?.proposedBy === actor.id,
    draft: record ? draftOfRecord(record) : proposal ? draftOfProposal(proposal) : emptyDraft,
    choices: await listFormChoices(actor, language, record),
    history: record ? await listAuditEntriesOf(actor, { kind: 'decision', id: record.id }) : [],
    title: record ? nameOfDecision(record) : t('decision-editor.new'),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return loaderData
    ? siteMeta(matches, { title: loaderData.title, path: list, noIndex: true })
    : [];
}

type Answer = {
  intent?: string;
  error?: string;
  /** What became of the proposal where someone else was quicker. */
  settled?: SettledProposal | null;
  /** The first record of an ECLI of which there would be two. */
  known?: { id: string; identifier: string } | null;
  fieldErrors?: Record<string, string>;
  values?: Record<string, string>;
  question?: MergeQuestion;
  /** What someone else has saved meanwhile, where a save came too late. */
  saved?: SavedDecision | null;
};

const stepSchema = z.strictObject({
  intent: z.enum(['check', 'withdraw', 'restore']),
  version: versionField,
  reason: textField(0, 500).optional(),
});

const mergeSchema = z.strictObject({
  intent: z.literal('merge'),
  version: versionField,
  into: textField(1, 80),
  confirmed: z.uuid({ error: 'form.invalid' }).optional(),
});

export async function action({ params, request, context }: Route.ActionArgs) {
  const reader = { actor: context.get(actorContext), language: context.get(languageContext) };
  const answer = await answerForm(reader, params, await request.formData());
  if (!(answer instanceof Response)) context.set(refusedFormContext, true);
  return answer;
}

type Reader = { actor: Actor; language: Language };

async function answerForm(reader: Reader, params: { id: string }, sent: FormData) {
  const intent = sentText(sent, 'intent');
  const { actor } = reader;
  try {
    // Everything typed comes with publishing, and is saved with it.
    if (intent === 'save' || sent.has('court')) return await save(reader, params.id, sent);
    if (intent === 'begin') return await begin(actor, sent);
    if (intent === 'decline') return await decline(actor, sent);
    return await (intent === 'merge' ? merge : takeStep)(actor, params.id, sent);
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'error.not-found') throwErrorResponse(error);
    const values = sentTexts(sent);
    const isLate = error.code === 'error.decision-proposal.settled';
    const settled = isLate ? await findSettledProposal(actor, values['proposal'] ?? '') : null;
    const answer = { intent, error: error.code, settled, fieldErrors: {}, values };
    return data<Answer>(answer, { status: error.status });
  }
}

/** Saves the form of a decision, and takes the step that it was sent with. */
async function save({ actor, language }: Reader, id: string, sent: FormData) {
  authorise(actor, 'decision.manage');
  const input = readDecisionForm(sent);
  if (!input.ok)
    return data<Answer>({ intent: sentText(sent, 'intent'), ...input }, { status: 400 });
  const { intent, version, proposal, facts, values } = input;
  try {
    if (intent !== 'save') {
      await changeState(actor, { id, version }, { step: intent, input: facts });
      const notice = { kind: 'success', key: `success.decision-${intent}` } as const;
      return redirectWithNotice(`${list}/${id}`, notice);
    }
    const place = { id: id === 'new' ? null : id, version, proposal };
    const saved = await saveDecision(actor, place, facts);
    const key = place.id ? 'success.decision-saved' : 'success.decision-created';
    return redirectWithNotice(`${list}/${saved}`, { kind: 'success', key });
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'error.not-found') throw error;
    const known =
      error.code === 'error.decision.known'
        ? await findRecord(actor, facts.ecli ?? ownIdentifier(facts))
        : null;
    const fieldErrors: Record<string, string> = {
      ...(known ? { ecli: 'form.ecli-known' } : {}),
      ...(error.code === 'error.court.gone' ? { court: error.code } : {}),
    };
    const settled = proposal ? await findSettledProposal(actor, proposal) : null;
    const isLate = error.code === 'error.changed-meanwhile';
    const saved = isLate
      ? await compareWithSaved(actor, language, { saved: await getRecord(actor, id), typed: facts })
      : null;
    const answer = { intent, error: error.code, settled, fieldErrors, values, known, saved };
    return data<Answer>(answer, { status: error.status });
  }
}

/** Goes on with the form, which has what the ECLI says. */
async function begin(actor: Actor, sent: FormData) {
  authorise(actor, 'decision.manage');
  const input = parseForm(beginSchema, sent);
  if (!input.ok) return data<Answer>({ intent: 'begin', ...input }, { status: 400 });
  const { named } = input.data;
  const refuse = (key: string, known: Answer['known']) => {
    const answer = { intent: 'begin', error: 'error.decision.known', known } as const;
    const fieldErrors = { named: key };
    return data<Answer>({ ...answer, fieldErrors, values: sentTexts(sent) }, { status: 409 });
  };
  // One that was withdrawn or merged is no longer to be read, and yet here.
  const here = named.ecli && (await findRecord(actor, named.ecli.text));
  if (here) return refuse('form.ecli-known', here);
  const begun = await beginDecision(actor, named);
  if ('address' in begun) return redirectTo(begun.address);
  const known = begun.known && (await findRecord(actor, begun.known.identifier));
  return refuse(known ? 'form.ecli-known' : begun.problem, known);
}

async function decline(actor: Actor, sent: FormData) {
  const input = parseForm(declineSchema, sent);
  if (!input.ok) return data<Answer>({ intent: 'decline', ...input }, { status: 400 });
  const { proposal: id, reason } = input.data;
  const isOwn = (await findProposal(actor, { id }))?.proposedBy === actor.id;
  await declineProposal(actor, id, reason);
  const key = isOwn ? 'success.decision-proposal-dropped' : 'success.decision-proposal-declined';
  return redirectWithNotice(list, { kind: 'success', key });
}

async function takeStep(actor: Actor, id: string, sent: FormData) {
  const input = parseForm(stepSchema, sent);
  const intent = sentText(sent, 'intent');
  if (!input.ok) return data<Answer>({ intent, ...input }, { status: 400 });
  const { intent: step, version, reason } = input.data;
  if (step === 'withdraw' && !reason) {
    const answer = { intent, fieldErrors: { reason: 'form.required' }, values: sentTexts(sent) };
    return data<Answer>(answer, { status: 400 });
  }
  await changeState(actor, { id, version }, { step, ...(reason ? { reason } : {}) });
  const key = `success.decision-${step}`;
  return redirectWithNotice(`${list}/${id}`, { kind: 'success', key });
}

/** First says what would move, then does it. */
async function merge(actor: Actor, id: string, sent: FormData) {
  const input = parseForm(mergeSchema, sent);
  if (!input.ok) return data<Answer>({ intent: 'merge', ...input }, { status: 400 });
  const { version, into, confirmed } = input.data;
  const values = sentTexts(sent);
  const refuse = (key: string, status: number) =>
    data<Answer>({ intent: 'merge', fieldErrors: { into: key }, values }, { status });
  if (confirmed) {
    const refused = await mergeDecision(actor, { id, version }, confirmed);
    if (refused) return refuse(refused, 409);
    const notice = { kind: 'success', key: 'success.decision-merge' } as const;
    return redirectWithNotice(`${list}/${confirmed}`, notice);
  }
  const foreseen = await foreseeMerge(actor, id, into);
  if (foreseen.refused) return refuse(foreseen.refused, 400);
  return data<Answer>({ intent: 'merge', fieldErrors: {}, values, question: foreseen.question });
}

const courtGone = z.object({ error: z.literal('error.court.gone'), settled: z.null() });

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepFormOnNetworkError(serverAction);
}

/**
 * A new decision has no version to be read anew: after a refusal it stays as it was opened, unless the
 * courts to choose from are others.
 */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  const isNew = args.currentParams['id'] === 'new';
  const isCourtGone = courtGone.safeParse(args.actionResult).success;
  return !(isNew && args.actionStatus === 409 && !isCourtGone) && reloadUnlessSettled(args);
}

export default function EditDecision({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslate();
  const textOf = useTextOf();
  const { record, title, choices, history, proposal } = loaderData;
  const answer: Answer | undefined = useStickyActionData(actionData);
  const ofForm = answer?.values?.['court'] === undefined ? undefined : answer;
  const isSettled = answer?.error === 'error.decision-proposal.settled';
  const toDecline = proposal?.id ?? (isSettled ? answer.values?.['proposal'] : undefined);
  const version = answer?.saved?.version ?? record?.version ?? 0;
  return (
    <div className={form.wide}>
      <h1>
        <bdi>{title}</bdi>
      </h1>
      {record && <StateLine record={record} />}
      {answer?.error && (
        <Message kind="error" text={textOf(answer.error)} answer={answer}>
          {answer.known && (
            <p>
              <Link to={`${list}/${answer.known.id}`}>{answer.known.identifier}</Link>
            </p>
          )}
          {answer.settled && <Settled settled={answer.settled} />}
        </Message>
      )}
      {answer?.saved && <SavedMeanwhile differences={answer.saved.differences} />}
      {!record && !proposal && (
        <BeginDecision answer={answer?.intent === 'begin' ? answer : undefined} />
      )}
      {proposal && !loaderData.isOwnProposal && <ProposalFacts proposal={proposal} />}
      {record?.state !== 'withdrawn' && (
        <DecisionForm
          key={`${record?.id} ${proposal?.id} ${version}`}
          proposal={record ? null : (proposal?.id ?? null)}
          draft={ofForm?.values ?? loaderData.draft}
          fieldErrors={ofForm?.fieldErrors ?? {}}
          choices={choices}
          version={version}
          fixedIdentifier={record?.state === 'checked' ? record.identifier : null}
          submit={t(record ? 'decision-editor.save' : 'decision-editor.create')}
        >
          {record?.state === 'proposed' && <Publishing />}
        </DecisionForm>
      )}
      {record && !record.into && <DecisionSteps record={record} name={title} answer={answer} />}
      {toDecline && (
        <DeclineProposal
          id={toDecline}
          isOwn={loaderData.isOwnProposal}
          isSettled={isSettled || (answer?.settled ?? null) !== null}
          answer={answer?.intent === 'decline' ? answer : undefined}
        />
      )}
      {history.length > 0 && (
        <div className={classes.panel}>
          <h2>{t('decision-editor.history')}</h2>
          <HistoryTable
            label={t('decision-editor.history')}
            history={history}
            more={(entry) => entry.reason}
          />
        </div>
      )}
    </div>
  );
}
