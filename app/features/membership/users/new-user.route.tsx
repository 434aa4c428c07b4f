import { data, Link, useNavigation } from 'react-router';
import { actorContext, roles } from '~/policy/actor';
import { config } from '~/config/config.server';
import { AppError, type ErrorCode } from '~/policy/errors';
import { languageContext } from '~/i18n/language.server';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { siteMeta } from '~/site/site-meta';
import { parseForm } from '~/lib/forms/form';
import { redirectWithNotice } from '~/answers/notices.server';
import { isWithinRank } from '~/policy/permissions';
import { Button } from '~/ui/button';
import { CheckField } from '~/ui/fields/choices';
import { TextField } from '~/ui/fields/fields';
import classes from '~/ui/form.module.css';
import { Message } from '~/ui/message';
import type { Route } from './+types/new-user.route';
import { RoleChoice } from './role-choice';
import { newUserSchema } from './user-schemas';
import { addUser } from './users.server';
import { Form } from '~/ui/form';

export function loader({ context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  return {
    title: translateIn(context.get(languageContext))('users.new'),
    grantable: roles.filter((role) => isWithinRank(actor.role, role)),
    hasProfile: config().flags.publicProfiles,
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/administration/users/new', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

type Answer = {
  error?: ErrorCode;
  fieldErrors?: Record<string, string>;
  values?: Record<string, string>;
};

/** Spec section 4: then to /administration/users with `success.account-created`. */
export async function action({ request, context }: Route.ActionArgs) {
  const sent = await request.formData();
  const form = parseForm(newUserSchema, sent);
  if (!form.ok) return data<Answer>(form, { status: 400 });
  const { username, useGravatar, ...person } = form.data;
  const publicProfile = username ? { username, useGravatar } : undefined;
  try {
    await addUser(context.get(actorContext), { ...person, publicProfile });
    const notice = { kind: 'success', key: 'success.account-created' } as const;
    return redirectWithNotice('/administration/users', notice);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const values = {
      ...person,
      username: username ?? '',
      useGravatar: useGravatar ? 'on' : '',
    };
    return data<Answer>({ error: error.code, values }, { status: error.status });
  }
}

export default function NewUser({ loaderData, actionData }: Route.ComponentProps) {
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
            <CheckField
              name="useGravatar"
              label={t('field.gravatar')}
              defaultChecked={actionData?.values?.['useGravatar'] === 'on'}
            />
          </>
        )}
        <RoleChoice
          value={actionData?.values?.role ?? 'USER'}
          grantable={loaderData.grantable}
          error={field('role').error}
        />
        <Button variant="primary" isBusy={isBusy}>
          {t('users.new-submit')}
        </Button>
      </Form>
      <p>
        <Link to="/administration/users">{t('users.back')}</Link>
      </p>
    </div>
  );
}
