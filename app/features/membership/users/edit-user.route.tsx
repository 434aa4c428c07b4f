import { data, Link } from 'react-router';
import { actorContext, roles } from '~/policy/actor';
import { reloadOwnChangesAndConflicts } from '~/lib/forms/revalidation';
import { config } from '~/config/config.server';
import { throwErrorResponse } from '~/answers/error-response.server';
import { AppError, type ErrorCode } from '~/policy/errors';
import { saidOf } from '~/policy/taken-names';
import { updateUserAsAdmin } from '~/features/identity/accounts/accounts.server';
import type { Change } from '~/features/identity/proposals/change';
import { foreseeConfirmation, isProposed } from '~/features/identity/proposals/proposals.server';
import type { Question } from '~/features/membership/proposals/confirm-change';
import { languageContext } from '~/i18n/language.server';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { isUuid } from '~/lib/is-uuid';
import { siteMeta } from '~/site/site-meta';
import { type FormRefusal, parseForm, sentText, sentTexts } from '~/lib/forms/form';
import { redirectWithNotice } from '~/answers/notices.server';
import { isWithinRank } from '~/policy/permissions';
import classes from '~/ui/form.module.css';
import { Message } from '~/ui/message';
import { useStickyActionData } from '~/ui/sticky-action-data';
import type { Route } from './+types/edit-user.route';
import { AccountActions } from './account-actions';
import { EditUserForm } from './edit-user-form';
import { accountActionSchema, editUserSchema } from './user-schemas';
import { UserFacts } from './user-facts';
import { actOnAccount, getUser } from './users.server';

export async function loader({ params, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const user = await getUser(actor, params.id).catch(throwErrorResponse);
  return {
    user,
    isProposed: !user.isOwn && (await isProposed(actor, user.id)),
    title: translateIn(context.get(languageContext))('users.edit'),
    grantable: roles.filter((role) => isWithinRank(actor.role, role)),
    hasProfile: config().flags.publicProfiles,
    hasGravatar: config().flags.gravatar,
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { firstName, lastName } = loaderData.user;
  const title = `${firstName} ${lastName} – ${loaderData.title}`;
  return siteMeta(matches, { title, path: '/administration/users', noIndex: true });
}

export type EditAnswer = {
  intent: string;
  error?: ErrorCode;
  question?: Question;
} & Partial<FormRefusal>;

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = context.get(actorContext);
  const sent = await request.formData();
  const intent = sentText(sent, 'intent');
  try {
    return intent === 'update'
      ? await update(actor, params.id, sent)
      : await act(actor, params.id, sent);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'error.not-found') throwErrorResponse(error);
    const values = sentTexts(sent);
    return data<EditAnswer>({ intent, ...saidOf(error), values }, { status: error.status });
  }
}

type ActorOf = Parameters<typeof updateUserAsAdmin>[0];

async function update(actor: ActorOf, id: string, sent: FormData) {
  if (!isUuid(id)) throw new AppError('error.not-found');
  const form = parseForm(editUserSchema, sent);
  if (!form.ok) return data<EditAnswer>({ intent: 'update', ...form }, { status: 400 });
  const { firstName, lastName, role, username, useGravatar, reason, version } = form.data;
  const person = await getUser(actor, id);
  if (role !== person.role && reason && form.data.confirmed !== role) {
    const question = await questionAbout(actor, { person, change: { kind: 'role', role } });
    return data<EditAnswer>({ intent: 'update', question, values: sentTexts(sent) });
  }
  const key = await updateUserAsAdmin(
    actor,
    {
      user: { id, firstName, lastName, role },
      ...(username ? { publicProfile: { username, useGravatar } } : {}),
    },
    { reason, version },
  );
  return redirectWithNotice(`/administration/users/${id}`, { kind: 'success', key });
}

async function act(actor: ActorOf, id: string, sent: FormData) {
  const form = parseForm(accountActionSchema, sent);
  if (!form.ok)
    return data<EditAnswer>({ intent: sentText(sent, 'intent'), ...form }, { status: 400 });
  const { confirmed, ...input } = form.data;
  const { intent } = input;
  if (isChange(intent) && confirmed !== intent) {
    const person = await getUser(actor, id);
    const question = await questionAbout(actor, { person, change: { kind: intent } });
    // What gives something back alone is done at once.
    if (intent !== 'reactivate' || question.confirmation !== 'not-asked')
      return data<EditAnswer>({ intent, question, values: sentTexts(sent) });
  }
  const key = await actOnAccount(actor, id, input);
  return redirectWithNotice(`/administration/users/${id}`, { kind: 'success', key });
}

type About = { person: Awaited<ReturnType<typeof getUser>>; change: Change };

/** The step that names the person and says what the change takes, before anything happens. */
async function questionAbout(actor: ActorOf, { person, change }: About): Promise<Question> {
  return {
    kind: change.kind,
    name: `${person.firstName} ${person.lastName}`,
    email: person.email,
    ...(change.kind === 'role' ? { from: person.role, to: change.role } : {}),
    confirmation: await foreseeConfirmation(actor, { person, change }),
  };
}

/** What a second administrator may have to confirm. */
const changes = ['suspend', 'reactivate', 'reset-second-factor'] as const;
const isChange = (intent: string): intent is (typeof changes)[number] =>
  changes.some((kind) => kind === intent);

export const shouldRevalidate = reloadOwnChangesAndConflicts;

export default function EditUser({ loaderData, ...route }: Route.ComponentProps) {
  const actionData = useStickyActionData(route.actionData);
  const t = useTranslate();
  const textOf = useTextOf();
  const { user } = loaderData;
  return (
    <div className={classes.page}>
      <h1>
        {user.firstName} {user.lastName}
      </h1>
      <UserFacts user={user} />
      <p>
        <Link to={`/user/${user.id}`}>{t('users.record')}</Link>
      </p>
      {actionData?.error && (
        <Message kind="error" text={textOf(actionData.error)} answer={actionData} />
      )}
      {loaderData.isProposed && (
        <p>
          <Link to="/administration/proposals">{t('proposals.about')}</Link>
        </p>
      )}
      {user.mayChange ? (
        <>
          <EditUserForm key={user.id} {...loaderData} answer={actionData} />
          <AccountActions user={user} answer={actionData} />
        </>
      ) : (
        <p>{t('error.rank')}</p>
      )}
    </div>
  );
}
