import { data, Form, Link } from 'react-router';
import { actorContext } from '~/actor';
import { showErrorPage } from '~/error-response.server';
import { AppError } from '~/errors';
import { languageContext } from '~/i18n/language.server';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { parseForm } from '~/lib/form';
import { redirectWithNotice } from '~/notices.server';
import { siteMeta } from '~/site-meta';
import form from '~/ui/form.module.css';
import { Message } from '~/ui/message';
import { ActionButton, LongTextField } from '~/ui/plain-fields';
import reading from '~/ui/reading.module.css';
import { RichTextView } from '~/ui/rich-text';
import type { Route } from './+types/statement.route';
import { appealDecision, getStatement } from './decisions.server';
import { appealSchema } from './flag-schemas';
import classes from './moderation.module.css';
import { Statement } from './statement';

export async function loader({ params, context }: Route.LoaderArgs) {
  const statement = await getStatement(context.get(actorContext), params.id).catch(showErrorPage);
  return { ...statement, title: translateIn(context.get(languageContext))('statement.title') };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/forum', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const input = parseForm(appealSchema, await request.formData());
  if (!input.ok) return data({ ...input, error: null }, { status: 400 });
  try {
    await appealDecision(context.get(actorContext), params.id, input.data.text);
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'error.not-found') showErrorPage(error);
    const values = { text: input.data.text };
    return data(
      { ok: false as const, values, fieldErrors: {}, error: error.code },
      { status: error.status },
    );
  }
  const key = 'success.appealed';
  return redirectWithNotice(`/forum/decision/${params.id}`, { kind: 'success', key });
}

export default function StatementPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslate();
  const textOf = useTextOf();
  const { comment, decisions, appeal, mayAppeal, isRevisionAsked } = loaderData;
  const errors: Record<string, string> = actionData?.fieldErrors ?? {};
  const values: Record<string, string> = actionData?.values ?? {};
  return (
    <div className={`${reading.page} ${classes.narrow}`}>
      <header className={reading.head}>
        <p className={reading.kind}>
          <Link to="/forum/flags">{t('flag.mine')}</Link>
        </p>
        <h1>{loaderData.title}</h1>
        <p>{comment?.topic}</p>
      </header>
      {comment && (
        <section className={classes.snapshot} aria-label={t('statement.your-comment')}>
          <RichTextView text={comment.body} />
        </section>
      )}
      {isRevisionAsked && comment && (
        <p>
          <Link to={`/forum/comment/${comment.id}/edit`}>{t('statement.revise')}</Link>
        </p>
      )}
      {decisions.map((decision) => (
        <Statement
          key={`${decision.kind} ${String(decision.at)}`}
          decision={decision}
          at={decision.at}
        />
      ))}
      {appeal && (
        <section className={reading.section}>
          <h2>{t('appeal.yours')}</h2>
          <p className={classes.words}>{appeal.text}</p>
          <p>{t(appeal.result ? `appeal.${appeal.result}` : 'appeal.waiting')}</p>
        </section>
      )}
      {actionData?.error && (
        <Message kind="error" text={textOf(actionData.error)} answer={actionData} />
      )}
      {mayAppeal && (
        <section className={reading.section}>
          <h2>{t('appeal.title')}</h2>
          <Form method="post" className={form.form} noValidate>
            <LongTextField
              name="text"
              label={t('appeal.text')}
              hint={t('appeal.hint')}
              defaultValue={values.text}
              error={errors.text && textOf(errors.text)}
              rows={6}
              maxLength={4000}
            />
            <ActionButton kind="main">{t('appeal.submit')}</ActionButton>
          </Form>
        </section>
      )}
    </div>
  );
}
