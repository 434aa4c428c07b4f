import { data, Form, Link, useNavigation } from 'react-router';
import { actorContext, isSignedIn } from '~/actor';
import { languageContext } from '~/i18n/language.server';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { siteMeta } from '~/site-meta';
import { parseForm } from '~/lib/form';
import { SubmitButton, TextField } from '~/ui/fields';
import classes from '~/ui/form.module.css';
import { Message } from '~/ui/message';
import type { Route } from './+types/settings.route';
import { ownNameSchema } from './account-schemas';
import { updateOwnName } from './accounts.server';

export function loader({ context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const title = translateIn(context.get(languageContext))('settings.title');
  return isSignedIn(actor)
    ? { title, email: actor.email, firstName: actor.firstName, lastName: actor.lastName }
    : { title, email: '', firstName: '', lastName: '' };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/settings', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

type Answer = {
  isSaved?: boolean;
  fieldErrors?: Record<string, string>;
  values?: Record<string, string>;
};

export async function action({ request, context }: Route.ActionArgs) {
  const form = parseForm(ownNameSchema, await request.formData());
  if (!form.ok) return data<Answer>(form, { status: 400 });
  await updateOwnName(context.get(actorContext), form.data);
  return data<Answer>({ isSaved: true });
}

export default function Settings({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslate();
  const textOf = useTextOf();
  const isBusy = useNavigation().state === 'submitting';
  const field = (name: 'firstName' | 'lastName') => {
    const error = actionData?.fieldErrors?.[name];
    return {
      name,
      required: true,
      defaultValue: actionData?.values?.[name] ?? loaderData[name],
      error: error && textOf(error),
    };
  };
  return (
    <div className={classes.page}>
      <h1>{t('settings.title')}</h1>
      <p>{t('settings.email', { email: loaderData.email })}</p>
      {actionData?.isSaved && (
        <Message kind="success" text={t('success.updated-user')} answer={actionData} />
      )}
      <Form method="post" className={classes.form} noValidate>
        <h2>{t('settings.name')}</h2>
        <TextField
          {...field('firstName')}
          label={t('field.first-name')}
          autoComplete="given-name"
        />
        <TextField {...field('lastName')} label={t('field.last-name')} autoComplete="family-name" />
        <SubmitButton isBusy={isBusy}>{t('settings.save')}</SubmitButton>
      </Form>
      <section className={classes.links} aria-labelledby="password">
        <h2 id="password">{t('settings.password')}</h2>
        <p>{t('settings.password-how')}</p>
        <p>
          <Link to="/forgot-password">{t('login.forgotten')}</Link>
        </p>
      </section>
    </div>
  );
}
