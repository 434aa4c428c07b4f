import { data, useNavigation } from 'react-router';
import { type Actor, actorContext, type MemberRole, roles } from '~/policy/actor';
import { config } from '~/config/config.server';
import { AppError } from '~/policy/errors';
import { saidOf } from '~/policy/taken-names';
import { foreseeConfirmation, isProposed } from '~/features/identity/proposals/proposals.server';
import { ConfirmChange, type Question } from '~/features/membership/proposals/confirm-change';
import { languageContext } from '~/i18n/language.server';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { siteMeta } from '~/site/site-meta';
import { parseForm, sentTexts } from '~/lib/forms/form';
import { redirectWithNotice } from '~/answers/notices.server';
import { isWithinRank } from '~/policy/permissions';
import { Button } from '~/ui/button';
import { CheckField } from '~/ui/fields/choices';
import { TextField } from '~/ui/fields/fields';
import classes from '~/ui/form.module.css';
import { Message } from '~/ui/message';
import { keepFormOnNetworkError } from '~/ui/stay-on-network-error';
import type { Route } from './+types/new-user.route';
import { RoleChoice } from './role-choice';
import { newUserSchema } from './user-schemas';
import { addUser } from './users.server';
import { Form } from '~/ui/form';
import { useStickyActionData } from '~/ui/sticky-action-data';

export function loader({ context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  return {
    title: translateIn(context.get(languageContext))('users.new'),
    grantable: roles.filter((role) => isWithinRank(actor.role, role)),
    hasProfile: config().flags.publicProfiles,
    hasGravatar: config().flags.gravatar,
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/administration/users/new', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

type Answer = {
  error?: string;
  question?: Question;
  fieldErrors?: Record<string, string>;
  values?: Record<string, string>;
};

/** Spec section 4: then to /administration/users with `success.account-created`. */
export async function action({ request, context }: Route.ActionArgs) {
  const sent = await request.formData();
  const form = parseForm(newUserSchema, sent);
  if (!form.ok) return data<Answer>(form, { status: 400 });
  const { username, useGravatar, confirmed, ...person } = form.data;
  const publicProfile = username ? { username, useGravatar } : undefined;
  const actor = context.get(actorContext);
  try {
    if (person.role !== 'USER' && confirmed !== person.role)
      return data<Answer>({ question: await questionFor(actor, person), values: sentTexts(sent) });
    const id = await addUser(actor, { ...person, publicProfile });
    const key = (await isProposed(actor, id))
      ? 'success.account-proposed'
      : 'success.account-created';
    const notice = { kind: 'success', key } as const;
    return redirectWithNotice('/administration/users', notice);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const values = {
      ...person,
      username: username ?? '',
      useGravatar: useGravatar ? 'on' : '',
    };
    return data<Answer>({ ...saidOf(error), values }, { status: error.status });
  }
}

type NewPerson = { firstName: string; lastName: string; email: string; role: MemberRole };

/** The step that names the person before an administrator is made. */
async function questionFor(actor: Actor, person: NewPerson): Promise<Question> {
  const { role } = person;
  const nobodyYet = { id: '', role: 'USER' } as const;
  const change = { kind: 'role', role } as const;
  return {
    kind: 'new',
    name: `${person.firstName} ${person.lastName}`,
    email: person.email,
    to: role,
    confirmation: await foreseeConfirmation(actor, { person: nobodyYet, change }),
  };
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepFormOnNetworkError(serverAction);
}

export default function NewUser({ loaderData, ...route }: Route.ComponentProps) {
  const actionData: Answer | undefined = useStickyActionData(route.actionData);
  const t = useTranslate();
  const textOf = useTextOf();
  const isBusy = useNavigation().state === 'submitting';
  const field = (name: string) => {
    const error = actionData?.fieldErrors?.[name];
    return { name, defaultValue: actionData?.values?.[name], error: error && textOf(error) };
  };
  return (
    <div className={classes.page}>
      <h1>{t('users.new')}</h1>
      <p>{t('users.new-intro')}</p>
      {actionData?.error && (
        <Message kind="error" text={textOf(actionData.error)} answer={actionData} />
      )}
      <Form method="post" className={classes.form} noValidate>
        <TextField {...field('firstName')} label={t('field.first-name')} required />
        <TextField {...field('lastName')} label={t('field.last-name')} required />
        <TextField {...field('email')} type="email" label={t('field.email')} required />
        {loaderData.hasProfile && (
          <>
            <TextField
              {...field('username')}
              label={t('field.username')}
              hint={t('field.username-hint')}
            />
            {loaderData.hasGravatar && (
              <CheckField
                name="useGravatar"
                label={t('field.gravatar')}
                hint={t('users.gravatar-hint')}
                defaultChecked={actionData?.values?.['useGravatar'] === 'on'}
              />
            )}
          </>
        )}
        <RoleChoice
          value={actionData?.values?.role ?? 'USER'}
          grantable={loaderData.grantable}
          error={field('role').error}
        />
        {actionData?.question ? (
          <ConfirmChange question={actionData.question} />
        ) : (
          <Button variant="primary" isBusy={isBusy}>
            {t('users.new-submit')}
          </Button>
        )}
      </Form>
    </div>
  );
}
