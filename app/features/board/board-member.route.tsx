import { data, Form, Link } from 'react-router';
import { actorContext } from '~/actor';
import { showErrorPage } from '~/error-response.server';
import { AppError } from '~/errors';
import { languageContext } from '~/i18n/language.server';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { parseForm, sentText, sentTexts } from '~/lib/form';
import { redirectWithNotice } from '~/notices.server';
import { siteMeta } from '~/site-meta';
import form from '~/ui/form.module.css';
import { Message } from '~/ui/message';
import { ActionButton, CheckField, LineField } from '~/ui/plain-fields';
import type { Route } from './+types/board-member.route';
import {
  boardMemberSchema,
  getBoardMember,
  nextBoardPosition,
  removeBoardMember,
  saveBoardMember,
} from './board.server';

const newPath = 'new';
const list = '/administration/content/board';

export async function loader({ params, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const isNew = params.id === newPath;
  const member = isNew ? null : await getBoardMember(actor, params.id).catch(showErrorPage);
  const t = translateIn(context.get(languageContext));
  return {
    member,
    position: member?.position ?? (await nextBoardPosition(actor)),
    title: member?.name ?? t('board.new'),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return loaderData
    ? siteMeta(matches, { title: loaderData.title, path: list, noIndex: true })
    : [];
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = context.get(actorContext);
  const given = await request.formData();
  const id = params.id === newPath ? null : params.id;
  try {
    if (id && sentText(given, 'intent') === 'remove') {
      await removeBoardMember(actor, id);
      return redirectWithNotice(list, { kind: 'success', key: 'success.board-removed' });
    }
    const input = parseForm(boardMemberSchema, given);
    if (!input.ok) return data({ ...input, error: null }, { status: 400 });
    await saveBoardMember(actor, id, input.data);
    return redirectWithNotice(list, { kind: 'success', key: 'success.board-saved' });
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'error.not-found') showErrorPage(error);
    const refusal = { fieldErrors: {}, values: sentTexts(given), error: error.code };
    return data({ ok: false as const, ...refusal }, { status: error.status });
  }
}

const lines = ['name', 'role', 'function', 'court'] as const;

export default function BoardMember({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslate();
  const textOf = useTextOf();
  const { member, position } = loaderData;
  const errors: Record<string, string> = actionData?.fieldErrors ?? {};
  const values: Record<string, string> | undefined = actionData?.values;
  const isStale = actionData?.error === 'error.changed-meanwhile';
  const field = (name: (typeof lines)[number] | 'country') => ({
    name,
    label: t(`board.${name}`),
    // After a stale save what was typed stays, and what is saved now stands beside it.
    hint:
      isStale && member && values?.[name] !== member[name]
        ? t('document.saved-meanwhile', { value: member[name] })
        : undefined,
    defaultValue: values?.[name] ?? member?.[name] ?? '',
    error: errors[name] && textOf(errors[name]),
  });
  return (
    <div className={form.page}>
      <h1>{loaderData.title}</h1>
      {actionData?.error && (
        <Message kind="error" text={textOf(actionData.error)} answer={actionData} />
      )}
      <Form method="post" className={form.form} noValidate>
        <input type="hidden" name="intent" value="save" />
        <input type="hidden" name="version" value={member?.version ?? 0} />
        {lines.map((name) => (
          <LineField key={name} {...field(name)} maxLength={200} required />
        ))}
        <LineField {...field('country')} hint={t('board.country-hint')} maxLength={2} required />
        <LineField
          name="position"
          type="number"
          label={t('board.position')}
          defaultValue={values?.position ?? String(position)}
          error={errors.position && textOf(errors.position)}
        />
        <CheckField
          name="isExample"
          label={t('board.is-example')}
          defaultChecked={values ? values.isExample === 'on' : member?.isExample}
        />
        <ActionButton kind="main">{t('content.save')}</ActionButton>
      </Form>
      {member && (
        <details>
          <summary>{t('board.remove')}</summary>
          <Form method="post">
            <p>{t('board.remove-text', { name: member.name })}</p>
            <ActionButton kind="wrong" name="intent" value="remove">
              {t('board.remove')}
            </ActionButton>
          </Form>
        </details>
      )}
      <p>
        <Link to={list}>{t('board.title')}</Link>
      </p>
    </div>
  );
}
