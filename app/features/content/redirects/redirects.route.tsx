import { data } from 'react-router';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { AppError } from '~/policy/errors';
import { languageContext } from '~/i18n/language.server';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { parseForm, sentText, sentTexts } from '~/lib/forms/form';
import { redirectWithNotice } from '~/answers/notices.server';
import { siteMeta } from '~/site/site-meta';
import form from '~/ui/form.module.css';
import { Message } from '~/ui/message';
import { Button } from '~/ui/button';
import { TextField } from '~/ui/fields/fields';
import { TableScroll } from '~/ui/table-scroll';
import type { Route } from './+types/redirects.route';
import {
  addRedirect,
  deleteRedirect,
  deleteRedirectSchema,
  listRedirects,
  redirectSchema,
} from './redirects.server';
import { Form } from '~/ui/form';
import { EmptyState } from '~/ui/empty-state';
import { useStickyActionData } from '~/ui/sticky-action-data';

const path = '/administration/content/redirects';

export async function loader({ context }: Route.LoaderArgs) {
  return {
    redirects: await Promise.resolve()
      .then(() => listRedirects(context.get(actorContext)))
      .catch(throwErrorResponse),
    title: translateIn(context.get(languageContext))('redirects.title'),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return loaderData ? siteMeta(matches, { title: loaderData.title, path, noIndex: true }) : [];
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = context.get(actorContext);
  const given = await request.formData();
  try {
    if (sentText(given, 'intent') === 'delete') {
      const input = parseForm(deleteRedirectSchema, given);
      if (!input.ok) throw data('error.invalid-input', { status: 400 });
      await deleteRedirect(actor, input.data.id);
      return redirectWithNotice(path, { kind: 'success', key: 'success.redirect-deleted' });
    }
    const input = parseForm(redirectSchema, given);
    if (!input.ok) return data({ ...input, error: null }, { status: 400 });
    await addRedirect(actor, input.data);
    return redirectWithNotice(path, { kind: 'success', key: 'success.redirect-added' });
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'error.not-found') throwErrorResponse(error);
    const refusal = { fieldErrors: {}, values: sentTexts(given), error: error.code };
    return data({ ok: false as const, ...refusal }, { status: error.status });
  }
}

/** Old addresses and where they lead. */
export default function Redirects({ loaderData, ...route }: Route.ComponentProps) {
  const actionData = useStickyActionData(route.actionData);
  const t = useTranslate();
  const textOf = useTextOf();
  const { redirects, title } = loaderData;
  const errors: Record<string, string> = actionData?.fieldErrors ?? {};
  const values: Record<string, string> = actionData?.values ?? {};
  const field = (name: 'fromPath' | 'toPath') => ({
    name,
    defaultValue: values[name] ?? '',
    error: errors[name] && textOf(errors[name]),
    maxLength: 500,
  });
  return (
    <div className={form.wide}>
      <h1>{title}</h1>
      <p>{t('redirects.text')}</p>
      {actionData?.error && (
        <Message kind="error" text={textOf(actionData.error)} answer={actionData} />
      )}
      <Form method="post" className={form.bar} noValidate>
        <input type="hidden" name="intent" value="add" />
        <TextField {...field('fromPath')} label={t('redirects.from')} />
        <TextField {...field('toPath')} label={t('redirects.to')} />
        <Button variant="primary">{t('redirects.add')}</Button>
      </Form>
      {redirects.length === 0 ? (
        <EmptyState>{t('redirects.none')}</EmptyState>
      ) : (
        <TableScroll label={title}>
          <table className={`${form.table} ${form.stacked}`}>
            <thead>
              <tr>
                <th scope="col">{t('redirects.from')}</th>
                <th scope="col">{t('redirects.to')}</th>
                <th scope="col">{t('redirects.delete')}</th>
              </tr>
            </thead>
            <tbody>
              {redirects.map((row) => (
                <tr key={row.id}>
                  <td>{row.fromPath}</td>
                  <td data-label={t('redirects.to')}>{row.toPath}</td>
                  <td data-label={t('redirects.delete')} aria-label={t('redirects.delete')}>
                    <Form method="post">
                      <input type="hidden" name="id" value={row.id} />
                      <Button name="intent" value="delete">
                        {t('redirects.delete-one', { path: row.fromPath })}
                      </Button>
                    </Form>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableScroll>
      )}
    </div>
  );
}
