import { data, Link } from 'react-router';
import { z } from 'zod';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { redirectWithNotice } from '~/answers/notices.server';
import {
  listProposals,
  refuseProposal,
  withdrawProposal,
} from '~/features/identity/proposals/proposals.server';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTextOf, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { formatDate } from '~/lib/format/format-date';
import { parseForm } from '~/lib/forms/form';
import { AppError, type ErrorCode } from '~/policy/errors';
import { siteMeta } from '~/site/site-meta';
import { Button } from '~/ui/button';
import { Form } from '~/ui/form';
import classes from '~/ui/form.module.css';
import { Message } from '~/ui/message';
import type { Route } from './+types/proposals.route';
import { confirmProposal } from './proposals.server';
import { EmptyState } from '~/ui/empty-state';
import { useStickyActionData } from '~/ui/sticky-action-data';

export async function loader({ context }: Route.LoaderArgs) {
  return {
    title: translateIn(context.get(languageContext))('proposals.title'),
    proposals: await listProposals(context.get(actorContext)).catch(throwErrorResponse),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/administration/proposals', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

const decision = z.strictObject({
  intent: z.enum(['confirm', 'refuse', 'withdraw']),
  id: z.uuid({ error: 'form.invalid' }),
});
const decide = { confirm: confirmProposal, refuse: refuseProposal, withdraw: withdrawProposal };

type Answer = { error?: ErrorCode; fieldErrors?: Record<string, string> };

export async function action({ request, context }: Route.ActionArgs) {
  const form = parseForm(decision, await request.formData());
  if (!form.ok) return data<Answer>(form, { status: 400 });
  const { intent, id } = form.data;
  try {
    await decide[intent](context.get(actorContext), id);
    const key = `success.proposal-${intent}`;
    return redirectWithNotice('/administration/proposals', { kind: 'success', key });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // Another one has decided, or its time is over: the list says what is left.
    const isGone = error.code === 'error.not-found';
    const { code, status } = isGone ? new AppError('error.changed-meanwhile') : error;
    return data<Answer>({ error: code }, { status });
  }
}

export default function Proposals({ loaderData, ...route }: Route.ComponentProps) {
  const actionData = useStickyActionData(route.actionData);
  const t = useTranslate();
  const textOf = useTextOf();
  const { title, proposals } = loaderData;
  const error = actionData?.error ?? (actionData?.fieldErrors ? 'error.invalid-input' : undefined);
  return (
    <div className={classes.page}>
      <h1>{title}</h1>
      <p>{t('proposals.intro')}</p>
      {error && <Message kind="error" text={textOf(error)} answer={actionData} />}
      {proposals.length === 0 && <EmptyState>{t('proposals.none')}</EmptyState>}
      {proposals.map((proposal) => (
        <Proposal key={proposal.id} proposal={proposal} />
      ))}
    </div>
  );
}

type ProposalProps = { proposal: Route.ComponentProps['loaderData']['proposals'][number] };

function Proposal({ proposal }: ProposalProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { id, kind, role, person, proposedBy, reason, createdAt, expiresAt } = proposal;
  const name = `${person.firstName} ${person.lastName}`;
  const words = { name, to: role ? t(`role.${role}`) : '' };
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <h2 id={id}>{t(`proposals.${kind}`, words)}</h2>
      <dl className={classes.facts}>
        <dt>{t('proposals.person')}</dt>
        <dd>
          <Link to={`/user/${person.id}`}>{name}</Link>, {person.email}, {t(`role.${person.role}`)}
        </dd>
        <dt>{t('proposals.by')}</dt>
        <dd>
          {proposedBy.firstName} {proposedBy.lastName}, {formatDate(createdAt, language)}
        </dd>
        {reason && (
          <>
            <dt>{t('field.reason')}</dt>
            <dd>{reason}</dd>
          </>
        )}
        <dt>{t('proposals.until')}</dt>
        <dd>{formatDate(expiresAt, language)}</dd>
      </dl>
      <Form method="post" className={classes.bar}>
        <input type="hidden" name="id" value={id} />
        {proposal.mayConfirm && (
          <>
            <Button variant="primary" name="intent" value="confirm">
              {t(`proposals.${kind}.confirm`, words)}
            </Button>
            <Button name="intent" value="refuse">
              {t('proposals.refuse')}
            </Button>
          </>
        )}
        {proposal.isOwn && (
          <Button name="intent" value="withdraw">
            {t('proposals.withdraw')}
          </Button>
        )}
        {!proposal.isOwn && !proposal.mayConfirm && <p>{t('error.rank')}</p>}
      </Form>
    </section>
  );
}
