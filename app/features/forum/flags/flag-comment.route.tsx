import { data, Link } from 'react-router';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { AppError } from '~/policy/errors';
import { findDraft } from '~/features/writing/drafts/drafts.server';
import { WritingForm } from '~/features/writing/drafts/writing-form';
import { TopicTitle } from '~/features/forum/topics/topic-title';
import { TopicWords } from '~/features/forum/composing/topic-words';
import { languageContext } from '~/i18n/language.server';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { parseForm, sentTexts } from '~/lib/forms/form';
import { redirectWithNotice } from '~/answers/notices.server';
import { siteMeta } from '~/site/site-meta';
import { Message } from '~/ui/message';
import { stayOnNetworkError } from '~/ui/stay-on-network-error';
import { RadioField } from '~/ui/fields/choices';
import { LongTextField } from '~/ui/fields/fields';
import reading from '~/ui/reading.module.css';
import { RichTextView } from '~/ui/rich-text/rich-text';
import { useStickyActionData } from '~/ui/sticky-action-data';
import type { Route } from './+types/flag-comment.route';
import { flagReasonNames, flagSchema } from './flag-schemas';
import { flagComment, getFlaggable } from '~/features/forum/moderation/moderation.server';
import classes from '~/features/forum/moderation/moderation.module.css';

export async function loader({ params, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const comment = await getFlaggable(actor, params.id).catch(throwErrorResponse);
  const draft = await findDraft(actor, `flag/${comment.id}`);
  return { comment, draft, title: translateIn(context.get(languageContext))('flag.title') };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/forum', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const given = await request.formData();
  const input = parseForm(flagSchema, given);
  if (!input.ok) return data({ ...input, error: null }, { status: 400 });
  try {
    await flagComment(context.get(actorContext), params.id, input.data);
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'error.not-found') throwErrorResponse(error);
    const isPassage = error.code === 'error.invalid-input';
    return data(
      {
        ok: false as const,
        values: sentTexts(given),
        error: isPassage ? null : error.code,
        fieldErrors: isPassage ? { passage: 'flag.passage-not-found' } : {},
      },
      { status: error.status },
    );
  }
  return redirectWithNotice('/forum/flags', { kind: 'success', key: 'success.flagged' });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return stayOnNetworkError(serverAction);
}

export default function FlagComment({ loaderData, ...route }: Route.ComponentProps) {
  const actionData = useStickyActionData(route.actionData);
  const t = useTranslate();
  const textOf = useTextOf();
  const { comment, draft } = loaderData;
  const errors: { [name: string]: string | undefined } = actionData?.fieldErrors ?? {};
  const values: Record<string, string> = actionData?.values ?? {};
  const errorOf = (name: string) => {
    const error = errors[name];
    return error && textOf(error);
  };
  return (
    <div className={`${reading.page} ${classes.narrow}`}>
      <header className={reading.head}>
        <p className={reading.kind}>
          <Link to={comment.address}>
            <TopicTitle title={comment.topic.title} />, #{comment.position}
          </Link>
        </p>
        <h1>{loaderData.title}</h1>
        <p>{t('flag.text')}</p>
      </header>
      <section className={classes.snapshot} aria-label={t('flag.comment')}>
        <TopicWords words={comment.topicWords} />
        <RichTextView text={comment.body} />
      </section>
      {actionData?.error && (
        <Message kind="error" text={textOf(actionData.error)} answer={actionData} />
      )}
      {comment.openFlagId ? (
        <p>
          {t('error.flag.already-flagged')} <Link to="/forum/flags">{t('flag.mine')}</Link>
        </p>
      ) : (
        <WritingForm
          place={`flag/${comment.id}`}
          draft={draft}
          written={['passage', 'explanation']}
          submitLabel={t('flag.submit')}
        >
          {(kept) => (
            <>
              <RadioField
                name="reason"
                label={t('flag.reason')}
                defaultValue={values.reason ?? kept.reason}
                error={errorOf('reason')}
                choices={flagReasonNames.map((value) => ({
                  value,
                  label: t(`flag.reason.${value}`),
                }))}
              />
              <LongTextField
                name="passage"
                label={t('flag.passage')}
                hint={t('flag.passage-hint')}
                defaultValue={values.passage ?? kept.passage}
                error={errorOf('passage')}
                rows={3}
              />
              <LongTextField
                name="explanation"
                label={t('flag.explanation')}
                hint={t('flag.explanation-hint')}
                defaultValue={values.explanation ?? kept.explanation}
                error={errorOf('explanation')}
                maxLength={2000}
              />
            </>
          )}
        </WritingForm>
      )}
    </div>
  );
}
