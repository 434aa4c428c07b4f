import { data, Link, redirect } from 'react-router';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { AppError } from '~/policy/errors';
import { findDraft } from '~/features/writing/drafts/drafts.server';
import { stayOnNetworkError } from '~/ui/stay-on-network-error';
import { WritingForm } from '~/features/writing/drafts/writing-form';
import { languageContext } from '~/i18n/language.server';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { parseForm, sentTexts } from '~/lib/forms/form';
import { reloadOwnChangesAndConflicts } from '~/lib/forms/revalidation';
import { redirectWithNotice } from '~/answers/notices.server';
import { siteMeta } from '~/site/site-meta';
import { Message } from '~/ui/message';
import { Button } from '~/ui/button';
import reading from '~/ui/reading.module.css';
import { RichTextView } from '~/ui/rich-text/rich-text';
import type { Route } from './+types/edit-comment.route';
import { getOwnComment } from './comments.server';
import { deleteCommentSchema, editCommentSchema, topicLists } from '~/features/forum/forum-schemas';
import classes from '~/features/forum/forum.module.css';
import { MentionField } from '~/features/forum/mentions/mention-field';
import { HiddenNote } from '~/features/forum/moderation/hidden-note';
import { NotSavedNotice } from '~/features/forum/search/not-saved-notice';
import { deleteComment, editComment } from './posting.server';
import { writeError } from './write-error';
import { TopicTitle } from '~/features/forum/topics/topic-title';
import { TopicWordsFields } from '~/features/forum/composing/topic-words-fields';
import { Form } from '~/ui/form';
import { useStickyActionData } from '~/ui/sticky-action-data';

export async function loader({ params, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const comment = await getOwnComment(actor, params.id).catch(throwErrorResponse);
  return {
    title: translateIn(context.get(languageContext))(
      comment.mayEdit ? 'forum.edit-title' : 'forum.delete',
    ),
    comment,
    draft: await findDraft(actor, `edit/${comment.id}`),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/forum', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = context.get(actorContext);
  const given = await request.formData();
  const isRemoval = given.get('intent') === 'delete';
  try {
    if (isRemoval) {
      const form = parseForm(deleteCommentSchema, given);
      if (!form.ok) return data({ ...form, error: null }, { status: 400 });
      await deleteComment(actor, params.id, form.data.version);
      const key = 'success.comment-deleted';
      return redirectWithNotice(`/forum/comment/${params.id}`, { kind: 'success', key });
    }
    const form = parseForm(editCommentSchema, given, sentLists(given));
    if (!form.ok) return data({ ...form, error: null }, { status: 400 });
    await editComment(actor, params.id, form.data);
    return redirect(`/forum/comment/${params.id}`);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'error.not-found' && isRemoval) throwErrorResponse(error);
    const refusal = {
      fieldErrors: {},
      values: sentTexts(given, topicLists),
      error: writeError(error),
    };
    return data({ ok: false as const, ...refusal }, { status: error.status });
  }
}

/** Tags are those of the first comment only. */
const sentLists = (form: FormData) => topicLists.filter((name) => form.has(name));

/** Shows a concurrent change beside the written text; the next submission acknowledges it. */
export const shouldRevalidate = reloadOwnChangesAndConflicts;

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return stayOnNetworkError(serverAction);
}

export default function EditComment({ loaderData, ...route }: Route.ComponentProps) {
  const actionData = useStickyActionData(route.actionData);
  const t = useTranslate();
  const textOf = useTextOf();
  const { comment, draft } = loaderData;
  const errors: Record<string, string> = actionData?.fieldErrors ?? {};
  const values: Record<string, string> = actionData?.values ?? {};
  const errorOf = (name: string) => {
    const error = errors[name];
    return error && textOf(error);
  };
  const isStale =
    actionData?.error === 'error.changed-meanwhile' ||
    actionData?.error === 'error.forum.changed-by-you';
  return (
    <div className={`${reading.page} ${classes.narrow}`}>
      <header className={reading.head}>
        <p className={reading.kind}>
          <Link to={comment.address}>
            <TopicTitle title={comment.topic.title} />
          </Link>
        </p>
        <h1>{loaderData.title}</h1>
      </header>
      {actionData?.error && (
        <Message kind="error" text={textOf(actionData.error)} answer={actionData}>
          {isStale && <RichTextView text={comment.body} />}
        </Message>
      )}
      {comment.state === 'hidden' && <HiddenNote decision={comment.hiddenBy} />}
      {!comment.mayEdit && draft && <NotSavedNotice />}
      {comment.mayEdit || draft ? (
        <WritingForm
          place={`edit/${comment.id}`}
          draft={draft}
          start={comment.body}
          base={String(comment.version)}
          hasSeenNewer={isStale}
          label={t('forum.comment')}
          bodyError={errorOf('body')}
          typed={values.bodyFormat ? undefined : values.body}
          submitLabel={comment.mayEdit ? t('forum.save') : undefined}
          // oxlint-disable-next-line react/no-unstable-nested-components -- a function, not a component
          after={(insert) => (
            <MentionField
              place={{ topic: comment.topic.id }}
              onChoose={(name) => insert(`@${name} `)}
            />
          )}
        >
          {(kept) => (
            <>
              <input type="hidden" name="intent" value="edit" />
              <input type="hidden" name="version" value={kept.base} />
              {comment.topicWords && (
                <TopicWordsFields
                  title={values.title ?? kept.title ?? comment.topicWords.title}
                  tags={values.tags ?? kept.tags ?? comment.topicWords.tags.join(', ')}
                  errors={errors}
                />
              )}
            </>
          )}
        </WritingForm>
      ) : (
        <RichTextView text={comment.body} />
      )}
      <details className={classes.manage} open={!comment.mayEdit}>
        <summary>{t('forum.delete')}</summary>
        <Form method="post">
          <p>
            {t('forum.delete-text')} {comment.topicWords && t('forum.delete-first-text')}
          </p>
          <input type="hidden" name="intent" value="delete" />
          <input type="hidden" name="version" value={comment.version} />
          <Button variant="danger">{t('forum.delete-submit')}</Button>
        </Form>
      </details>
    </div>
  );
}
