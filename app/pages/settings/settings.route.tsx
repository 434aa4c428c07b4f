import { data } from 'react-router';
import { actorContext, type Actor } from '~/policy/actor';
import { reloadOwnChangesAndConflicts } from '~/lib/forms/revalidation';
import { config } from '~/config/config.server';
import { throwErrorResponse } from '~/answers/error-response.server';
import { AppError } from '~/policy/errors';
import { saidOf } from '~/policy/taken-names';
import { updateOwnFields, updateOwnProfile } from '~/features/identity/accounts/accounts.server';
import { ownField, ownFieldNames } from '~/features/identity/settings/own-fields';
import { OwnLists } from '~/features/identity/subscriptions/own-lists';
import { setOwnLists } from '~/features/identity/subscriptions/subscriptions.server';
import { languageContext } from '~/i18n/language.server';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { siteMeta } from '~/site/site-meta';
import {
  type FormRefusal,
  type FormResult,
  parseForm,
  sentText,
  sentTexts,
} from '~/lib/forms/form';
import { Button } from '~/ui/button';
import { CheckField } from '~/ui/fields/choices';
import { TextField } from '~/ui/fields/fields';
import classes from '~/ui/form.module.css';
import { Message } from '~/ui/message';
import type { Route } from './+types/settings.route';
import { Appearance } from '~/features/identity/settings/appearance';
import { SettingsFrame } from '~/features/identity/settings/settings-frame';
import { nameForm, ownListsForm, profileForm } from '~/features/identity/settings/settings-schemas';
import { getOwnSettings } from '~/features/identity/settings/settings.server';
import { Form } from '~/ui/form';
import { keepFormOnNetworkError } from '~/ui/stay-on-network-error';
import { useStickyActionData } from '~/ui/sticky-action-data';

export async function loader({ context }: Route.LoaderArgs) {
  const own = await getOwnSettings(context.get(actorContext)).catch(throwErrorResponse);
  return {
    own,
    hasGravatar: config().flags.gravatar,
    title: translateIn(context.get(languageContext))('settings.title'),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/settings', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

type Answer = { isSaved?: boolean; error?: string } & Partial<FormRefusal>;

export async function action({ request, context }: Route.ActionArgs) {
  const actor = context.get(actorContext);
  const sent = await request.formData();
  try {
    const form = await save(actor, sent);
    return form.ok ? data<Answer>({ isSaved: true }) : data<Answer>(form, { status: 400 });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const values = sentTexts(sent);
    return data<Answer>({ ...saidOf(error), values }, { status: error.status });
  }
}

async function save(actor: Actor, sent: FormData): Promise<FormResult<unknown>> {
  switch (sentText(sent, 'intent')) {
    case 'profile': {
      const form = parseForm(profileForm, sent);
      if (!form.ok) return form;
      const { username, useGravatar, inForum, version } = form.data;
      await updateOwnProfile(actor, { username, useGravatar, inForum }, version);
      return form;
    }
    case 'subscription':
    case 'resume': {
      const form = parseForm(ownListsForm, sent, ['list']);
      const isResuming = form.ok && form.data.intent === 'resume';
      if (form.ok) await setOwnLists(actor, form.data.list, { isResuming });
      return form;
    }
    default: {
      const form = parseForm(nameForm, sent);
      if (!form.ok) return form;
      const { intent: _intent, version, ...fields } = form.data;
      await updateOwnFields(actor, fields, version);
      return form;
    }
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepFormOnNetworkError(serverAction);
}

export const shouldRevalidate = reloadOwnChangesAndConflicts;

export default function Settings({ loaderData, ...route }: Route.ComponentProps) {
  const actionData: Answer | undefined = useStickyActionData(route.actionData);
  const t = useTranslate();
  const textOf = useTextOf();
  const { own } = loaderData;
  const isStale = actionData?.error === 'error.changed-meanwhile';
  const field = (name: string, present: string, hint?: string) => {
    const error = actionData?.fieldErrors?.[name];
    const typed = actionData?.values?.[name];
    return {
      name,
      // After a stale save what was typed stays, and what is saved now stands beside it.
      hint:
        isStale && typed !== undefined && typed !== present
          ? t('document.saved-meanwhile', { value: present })
          : hint,
      defaultValue: typed ?? present,
      error: error && textOf(error),
    };
  };
  return (
    <SettingsFrame>
      <p>{t('settings.email', { email: own.email })}</p>
      {actionData?.isSaved && (
        <Message kind="success" text={t('success.updated-user')} answer={actionData} />
      )}
      {actionData?.error && (
        <Message kind="error" text={textOf(actionData.error)} answer={actionData} />
      )}
      <Form method="post" className={classes.form} noValidate>
        <h2>{t('settings.name')}</h2>
        <input type="hidden" name="intent" value="name" />
        <input type="hidden" name="version" value={own.version} />
        {ownFieldNames.map((name) => {
          const { label, isRequired, autoComplete } = ownField(name);
          return (
            <TextField
              key={name}
              {...field(name, own.fields[name] ?? '')}
              label={t(label)}
              required={isRequired}
              autoComplete={autoComplete}
            />
          );
        })}
        <Button variant="primary">{t('settings.save')}</Button>
      </Form>
      {own.profile && (
        <Form method="post" className={`${classes.form} ${classes.panel}`} noValidate>
          <h2>{t('settings.profile')}</h2>
          <input type="hidden" name="intent" value="profile" />
          <input type="hidden" name="version" value={own.version} />
          <TextField
            {...field('username', own.profile.username, t('field.username-hint'))}
            label={t('field.username')}
            required
            autoComplete="username"
          />
          {loaderData.hasGravatar && (
            <CheckField
              name="useGravatar"
              label={t('field.gravatar')}
              hint={t('settings.gravatar-hint')}
              defaultChecked={own.profile.gravatarUrl !== null}
            />
          )}
          <CheckField
            name="inForum"
            label={t('settings.in-forum')}
            hint={t('settings.in-forum-hint')}
            defaultChecked={own.profile.inForum}
          />
          <Button variant="primary">{t('settings.save-profile')}</Button>
        </Form>
      )}
      <OwnLists {...own.subscription} />
      <Appearance />
    </SettingsFrame>
  );
}
