import { data, Link } from 'react-router';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { AppError } from '~/policy/errors';
import { saidOf } from '~/policy/taken-names';
import { languageContext } from '~/i18n/language.server';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { type FormRefusal, parseForm } from '~/lib/forms/form';
import { reloadOwnChanges } from '~/lib/forms/revalidation';
import { isolated } from '~/features/forum/following/isolated';
import { redirectWithNotice } from '~/answers/notices.server';
import { siteMeta } from '~/site/site-meta';
import form from '~/ui/form.module.css';
import { Message } from '~/ui/message';
import { Button } from '~/ui/button';
import { CheckField } from '~/ui/fields/choices';
import { LongTextField, TextField } from '~/ui/fields/fields';
import { keepFormOnNetworkError } from '~/ui/stay-on-network-error';
import type { Route } from './+types/category-edit.route';
import { deleteCategory, getCategory, saveCategory } from './categories.server';
import { categorySchema } from '~/features/forum/forum-schemas';
import classes from '~/features/forum/forum.module.css';
import { Form } from '~/ui/form';
import { useStickyActionData } from '~/ui/sticky-action-data';

const newPath = 'new';

export async function loader({ params, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const isNew = params.id === newPath;
  const category = isNew ? null : await getCategory(actor, params.id).catch(throwErrorResponse);
  const t = translateIn(context.get(languageContext));
  return { category, title: category?.name ?? t('category.new') };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/administration/forum', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

const list = '/administration/forum';

export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = context.get(actorContext);
  const given = await request.formData();
  const id = params.id === newPath ? null : params.id;
  const values = Object.fromEntries(
    [...given].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
  try {
    if (id && given.get('intent') === 'delete') {
      await deleteCategory(actor, id);
      return redirectWithNotice(list, { kind: 'success', key: 'success.category-deleted' });
    }
    const input = parseForm(categorySchema, given);
    if (!input.ok) return data({ ...input, error: null }, { status: 400 });
    await saveCategory(actor, id, input.data);
    return redirectWithNotice(list, { kind: 'success', key: 'success.category-saved' });
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'error.not-found') throwErrorResponse(error);
    return data(
      { ok: false as const, values, error: null, ...saidOf(error) },
      { status: error.status },
    );
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepFormOnNetworkError(serverAction);
}

export const shouldRevalidate = reloadOwnChanges;

export default function CategoryEdit({ loaderData, ...route }: Route.ComponentProps) {
  const actionData: ({ error?: string | null } & Partial<FormRefusal>) | undefined =
    useStickyActionData(route.actionData);
  const t = useTranslate();
  const textOf = useTextOf();
  const { category } = loaderData;
  const errors: Record<string, string> = actionData?.fieldErrors ?? {};
  const values: Record<string, string> | undefined = actionData?.values;
  const field = (name: 'name' | 'slug' | 'description' | 'position') => ({
    name,
    defaultValue: values?.[name] ?? String(category?.[name] ?? ''),
    error: errors[name] && textOf(errors[name]),
  });
  const tick = (name: string, present: boolean) => ({
    name,
    defaultChecked: values ? values[name] === 'on' : present,
  });
  return (
    <div className={form.page}>
      <h1>
        <bdi>{loaderData.title}</bdi>
      </h1>
      {actionData?.error && (
        <Message kind="error" text={textOf(actionData.error)} answer={actionData} />
      )}
      <Form method="post" className={form.form} noValidate>
        {category && <input type="hidden" name="version" value={category.version} />}
        <TextField {...field('name')} label={t('category.name')} maxLength={80} required />
        <TextField
          {...field('slug')}
          label={t('category.slug')}
          hint={t('category.slug-hint')}
          maxLength={60}
          required
        />
        <LongTextField
          {...field('description')}
          label={t('category.description')}
          maxLength={300}
          rows={3}
        />
        <TextField {...field('position')} type="number" label={t('category.position')} />
        <CheckField
          {...tick('readUSER', category?.readRoles.includes('USER') ?? true)}
          label={t('category.members-read')}
        />
        <CheckField
          {...tick('writeUSER', category?.writeRoles.includes('USER') ?? true)}
          label={t('category.members-write')}
        />
        <CheckField
          {...tick('archived', category?.archived ?? false)}
          label={t('category.archived')}
          hint={t('category.archived-hint')}
        />
        <CheckField
          {...tick('mailsMayQuote', category?.mailsMayQuote ?? false)}
          label={t('category.mails-may-quote')}
          hint={t('category.mails-may-quote-hint')}
        />
        <Button variant="primary">{t('category.save')}</Button>
      </Form>
      {category && (
        <details className={classes.manage}>
          <summary>{t('category.delete')}</summary>
          <Form method="post">
            <p>{t('category.delete-text', { name: isolated(category.name) })}</p>
            <Button variant="danger" name="intent" value="delete">
              {t('category.delete')}
            </Button>
          </Form>
        </details>
      )}
      <p>
        <Link to={list}>{t('category.administration')}</Link>
      </p>
    </div>
  );
}
