import { data, Link } from 'react-router';
import { z } from 'zod';
import { actorContext, anonymous } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { AppError, type ErrorCode } from '~/policy/errors';
import { hasOwnPassword } from '~/features/identity/accounts/accounts.server';
import { NoPassword } from '~/features/identity/settings/no-password';
import { SettingsFrame } from '~/features/identity/settings/settings-frame';
import { signOut } from '~/features/identity/sign-in/sign-in.server';
import { languageContext } from '~/i18n/language.server';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { siteMeta } from '~/site/site-meta';
import { parseForm } from '~/lib/forms/form';
import { passwordField, tickField } from '~/lib/forms/text-field';
import { redirectWithNotice } from '~/answers/notices.server';
import { Button } from '~/ui/button';
import { CheckField } from '~/ui/fields/choices';
import classes from '~/ui/form.module.css';
import { Message } from '~/ui/message';
import { SecretField } from '~/ui/fields/secret-field';
import type { Route } from './+types/delete-account.route';
import {
  deleteOwnAccount,
  previewDeletion,
} from '~/features/compliance/data-rights/data-rights.server';
import { whatText } from '~/features/compliance/retention/retention-texts';
import { Form } from '~/ui/form';
import { useStickyActionData } from '~/ui/sticky-action-data';

export async function loader({ context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const preview = await previewDeletion(actor).catch(throwErrorResponse);
  const hasPassword = await hasOwnPassword(actor);
  return { preview, hasPassword, title: translateIn(context.get(languageContext))('delete.title') };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/settings/delete', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

const deletionForm = z.strictObject({
  currentPassword: passwordField,
  removeComments: tickField,
});
type Answer = { error?: ErrorCode; fieldErrors?: Record<string, string> };

/** Spec section 4: then to `/`. */
export async function action({ request, context }: Route.ActionArgs) {
  const actor = context.get(actorContext);
  const form = parseForm(deletionForm, await request.formData());
  if (!form.ok) return data<Answer>({ fieldErrors: form.fieldErrors }, { status: 400 });
  try {
    const { currentPassword: password, removeComments } = form.data;
    await deleteOwnAccount(actor, { password, removeComments });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return data<Answer>({ error: error.code }, { status: error.status });
  }
  // Of the person nothing is left to note: what remains is a browser with its cookies.
  const cookies = await signOut(anonymous, request.headers);
  const notice = { kind: 'success', key: 'success.account-deleted' } as const;
  return redirectWithNotice('/', notice, cookies);
}

type Part = Route.ComponentProps['loaderData']['preview']['removed'][number];

function Consequences({ parts }: { parts: Part[] }) {
  const t = useTranslate();
  return (
    <ul>
      {parts.map((part) => (
        <li key={part.name}>
          {t('delete.part', { what: whatText(t, part.name), count: part.count })}
          {part.onDeletion !== 'removed' && (
            <p className={classes.hint}>{t(`delete.stays.${part.onDeletion}`)}</p>
          )}
        </li>
      ))}
    </ul>
  );
}

export default function DeleteAccount({ loaderData, ...route }: Route.ComponentProps) {
  const actionData = useStickyActionData(route.actionData);
  const t = useTranslate();
  const textOf = useTextOf();
  const { removed, kept } = loaderData.preview;
  const fieldError = actionData?.fieldErrors?.currentPassword;
  return (
    <SettingsFrame>
      <h2>{t('delete.title')}</h2>
      {actionData?.error && (
        <Message kind="error" text={textOf(actionData.error)} answer={actionData} />
      )}
      <p>{t('delete.intro')}</p>
      <h3>{t('delete.removed')}</h3>
      <Consequences parts={removed} />
      <h3>{t('delete.kept')}</h3>
      {kept.length > 0 ? <Consequences parts={kept} /> : <p>{t('delete.nothing-kept')}</p>}
      <p>{t('delete.kept-why')}</p>
      <p>{t('delete.confirmation')}</p>
      {loaderData.hasPassword ? (
        <Form method="post" className={`${classes.form} ${classes.panel}`} noValidate>
          <SecretField
            name="currentPassword"
            label={t('field.current-password')}
            autoComplete="current-password"
            required
            error={fieldError && textOf(fieldError)}
          />
          <CheckField
            name="removeComments"
            label={t('delete.remove-comments')}
            hint={t('delete.remove-comments-hint')}
          />
          <Button variant="danger">{t('delete.submit')}</Button>
        </Form>
      ) : (
        <NoPassword />
      )}
      <p>
        <Link to="/settings/data">{t('delete.back')}</Link>
      </p>
    </SettingsFrame>
  );
}
