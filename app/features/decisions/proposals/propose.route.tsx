import { data } from 'react-router';
import { throwErrorResponse } from '~/answers/error-response.server';
import { redirectWithNotice } from '~/answers/notices.server';
import { listOwnStates } from '~/features/decisions/correspondents/correspondents.server';
import { listFormChoices } from '~/features/decisions/editor/decision-form.server';
import { languageContext } from '~/i18n/language.server';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { parseForm, sentTexts } from '~/lib/forms/form';
import { actorContext } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import { siteMeta } from '~/site/site-meta';
import form from '~/ui/form.module.css';
import { Message } from '~/ui/message';
import { SiteLink } from '~/ui/site-link';
import { keepFormOnNetworkError } from '~/ui/stay-on-network-error';
import { useStickyActionData } from '~/ui/sticky-action-data';
import type { Route } from './+types/propose.route';
import { listMissing } from './missing.server';
import { MissingDecisions } from './missing-decisions';
import { OwnProposals } from './own-proposals';
import { ProposalForm } from './proposal-form';
import { proposalSchema } from './proposal-input';
import { listOwnProposals, type ProposalRefusal, proposeDecision } from './proposals.server';

const path = '/decisions/propose';
const lists = ['topics'];

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const language = context.get(languageContext);
  const own = await listOwnProposals(actor).catch(throwErrorResponse);
  const states = await listOwnStates(actor);
  const { courts, topics } = await listFormChoices(actor, language, null);
  const { searchParams: asked } = new URL(request.url);
  return {
    title: translateIn(language)('decision-proposal.title'),
    own,
    isCorrespondent: states.length > 0,
    choices: { courts, topics },
    ecli: asked.get('ecli')?.slice(0, 80) ?? '',
    caseNumber: asked.get('number')?.slice(0, 100) ?? '',
    missing: await listMissing(actor),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return loaderData ? siteMeta(matches, { title: loaderData.title, path, noIndex: true }) : [];
}

type Answer = {
  fieldErrors?: Record<string, string>;
  values?: Record<string, string>;
  error?: string;
  known?: ProposalRefusal['known'];
};

export async function action({ request, context }: Route.ActionArgs) {
  const sent = await request.formData();
  const input = parseForm(proposalSchema, sent, lists);
  if (!input.ok) return data<Answer>(input, { status: 400 });
  const values = sentTexts(sent, lists);
  try {
    const refused = await proposeDecision(context.get(actorContext), input.data);
    if (!refused)
      return redirectWithNotice(path, { kind: 'success', key: 'success.decision-proposed' });
    const { field, problem, known } = refused;
    return data<Answer>({ fieldErrors: { [field]: problem }, values, known }, { status: 409 });
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'error.not-found') throwErrorResponse(error);
    return data<Answer>({ fieldErrors: {}, values, error: error.code }, { status: error.status });
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepFormOnNetworkError(serverAction);
}

/** Where a member proposes a decision, and sees what became of earlier proposals. */
export default function Propose({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslate();
  const textOf = useTextOf();
  const { title, own, choices, ecli, caseNumber } = loaderData;
  const answer: Answer | undefined = useStickyActionData(actionData);
  return (
    <div className={form.page}>
      <h1>{title}</h1>
      <p>{t('decision-proposal.intro')}</p>
      {loaderData.isCorrespondent && (
        <p>
          <SiteLink to="/decisions/proposals">{t('correspondents.proposals')}</SiteLink>
        </p>
      )}
      {answer?.error && <Message kind="error" text={textOf(answer.error)} answer={answer} />}
      <ProposalForm
        key={[own[0]?.id, ecli, caseNumber].join(' ')}
        values={answer?.values ?? { ecli, caseNumber }}
        fieldErrors={answer?.fieldErrors ?? {}}
        known={answer?.known ?? null}
        choices={choices}
      />
      <div className={form.section}>
        <h2>{t('decision-proposal.own')}</h2>
        <OwnProposals proposals={own} />
      </div>
      <MissingDecisions missing={loaderData.missing} />
    </div>
  );
}
