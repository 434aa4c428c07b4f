import { useState } from 'react';
import { data, redirect } from 'react-router';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { AppError } from '~/policy/errors';
import { findDraft } from '~/features/writing/drafts/drafts.server';
import { stayOnNetworkError } from '~/ui/stay-on-network-error';
import { WritingForm } from '~/features/writing/drafts/writing-form';
import { languageContext } from '~/i18n/language.server';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { type FormRefusal, parseForm, sentTexts } from '~/lib/forms/form';
import { newId } from '~/lib/new-id';
import { siteMeta } from '~/site/site-meta';
import { Message } from '~/ui/message';
import { CheckField } from '~/ui/fields/choices';
import reading from '~/ui/reading.module.css';
import type { Route } from './+types/new-topic.route';
import { newTopicSchema, topicLists } from '~/features/forum/forum-schemas';
import classes from '~/features/forum/forum.module.css';
import { MentionField } from '~/features/forum/mentions/mention-field';
import { createTopic } from '~/features/forum/comments/posting.server';
import { writeError } from '~/features/forum/comments/write-error';
import { TopicWordsFields } from './topic-words-fields';
import { listTopics } from '~/features/forum/topics/topics.server';
import { Breadcrumb } from '~/ui/breadcrumb';
import { useStickyActionData } from '~/ui/sticky-action-data';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const slug = new URL(request.url).searchParams.get('category') ?? '';
  const { category } = await listTopics(actor, slug).catch(throwErrorResponse);
  if (!category.mayWrite) throwErrorResponse(new AppError('error.not-found'));
  return {
    title: translateIn(context.get(languageContext))('forum.new-topic'),
    category,
    draft: await findDraft(actor, `new/${slug}`),
    formId: newId(),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/forum/new', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

type Refusal = FormRefusal & { error: string | null };

export async function action({ request, context }: Route.ActionArgs) {
  const given = await request.formData();
  const form = parseForm(newTopicSchema, given, topicLists);
  if (!form.ok) return data<Refusal>({ ...form, error: null }, { status: 400 });
  try {
    const id = await createTopic(context.get(actorContext), form.data);
    return redirect(`/forum/topic/${id}`);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const refusal = {
      error: writeError(error),
      fieldErrors: {},
      values: sentTexts(given, topicLists),
    };
    return data<Refusal>(refusal, { status: error.status });
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return stayOnNetworkError(serverAction);
}

export default function NewTopic({ loaderData, ...route }: Route.ComponentProps) {
  const actionData = useStickyActionData(route.actionData);
  const t = useTranslate();
  const textOf = useTextOf();
  const { category, draft } = loaderData;
  const [id] = useState(loaderData.formId);
  const errorOf = (name: string) => {
    const error = actionData?.fieldErrors[name];
    return error && textOf(error);
  };
  return (
    <div className={`${reading.page} ${classes.narrow}`}>
      <header className={reading.head}>
        <Breadcrumb
          steps={[
            { to: '/forum', title: t('forum.title') },
            { to: `/forum/${category.slug}`, title: <bdi>{category.name}</bdi> },
          ]}
        />
        <h1>{loaderData.title}</h1>
      </header>
      {actionData?.error && (
        <Message kind="error" text={textOf(actionData.error)} answer={actionData} />
      )}
      <WritingForm
        place={`new/${category.slug}`}
        draft={draft}
        label={t('forum.first-comment')}
        hint={t('forum.comment-hint')}
        bodyError={errorOf('body')}
        typed={actionData?.values.bodyFormat ? undefined : actionData?.values.body}
        submitLabel={t('forum.post-topic')}
        // oxlint-disable-next-line react/no-unstable-nested-components -- a function, not a component
        after={(insert) => (
          <MentionField
            place={{ category: category.slug }}
            onChoose={(name) => insert(`@${name} `)}
          />
        )}
      >
        {(kept) => (
          <>
            <input type="hidden" name="id" value={id} />
            <input type="hidden" name="category" value={category.slug} />
            <TopicWordsFields
              title={actionData?.values.title ?? kept.title}
              tags={actionData?.values.tags ?? kept.tags}
              errors={actionData?.fieldErrors ?? {}}
            />
            <PendingCase isTicked={(actionData?.values ?? kept).concernsPendingCase === 'on'} />
          </>
        )}
      </WritingForm>
    </div>
  );
}

/** The tick, and the association's rule, which is shown before anything is posted. */
function PendingCase({ isTicked }: { isTicked: boolean }) {
  const t = useTranslate();
  const [isOn, setOn] = useState(isTicked);
  return (
    <div>
      <CheckField
        name="concernsPendingCase"
        label={t('forum.pending-case-tick')}
        hint={t('forum.pending-case-hint')}
        defaultChecked={isTicked}
        onTick={setOn}
      />
      <p className={classes.notice} role="status" hidden={!isOn}>
        {isOn && t('forum.pending-case-rule')}
      </p>
      <noscript>
        <p className={classes.notice}>{t('forum.pending-case-rule')}</p>
      </noscript>
    </div>
  );
}
