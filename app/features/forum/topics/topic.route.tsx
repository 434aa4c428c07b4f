import { data, redirect, useLocation } from 'react-router';
import { type Actor, actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { AppError } from '~/policy/errors';
import { findDraft } from '~/features/writing/drafts/drafts.server';
import { stayOnNetworkError } from '~/ui/stay-on-network-error';
import { FollowForm } from '~/features/forum/following/follow-form';
import { saveFollowForm } from '~/features/forum/following/following.server';
import { languageContext } from '~/i18n/language.server';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { parseForm, sentText, sentTexts } from '~/lib/forms/form';
import { mayLoadAgain } from '~/site/session-state';
import { newId } from '~/lib/new-id';
import { redirectWithNotice } from '~/answers/notices.server';
import { reloadAfterConflict } from '~/lib/forms/revalidation';
import { siteMeta } from '~/site/site-meta';
import { ScrollAnchor } from '~/ui/live/scroll-anchor';
import { Message } from '~/ui/message';
import reading from '~/ui/reading.module.css';
import { SiteLink } from '~/ui/site-link';
import { useDelegatedLinks } from '~/ui/use-delegated-links';
import { useLive } from '~/ui/live/use-live';
import { useStickyActionData } from '~/ui/sticky-action-data';
import type { Route } from './+types/topic.route';
import { Comment } from '~/features/forum/comments/comment';
import { findQuotable, getTopicPage } from '~/features/forum/comments/comments.server';
import {
  closeTopicSchema,
  markReadSchema,
  moveTopicSchema,
  newCommentSchema,
  pinTopicSchema,
  topicLinksSchema,
} from '~/features/forum/forum-schemas';
import classes from '~/features/forum/forum.module.css';
import { Pagination } from '~/ui/pagination';
import { pageOf } from '~/features/forum/comments/comment-pages';
import { markRead } from '~/features/forum/comments/posting.server';
import { postComment } from '~/features/forum/comments/comment-posting.server';
import { writeError } from '~/features/forum/comments/write-error';
import { ReplyForm } from '~/features/forum/comments/reply-form';
import { closeTopic, moveTopic, pinTopic, reopenTopic } from './topic-administration.server';
import { TagLink } from './tag-link';
import { TopicLinks } from './topic-links';
import { listTopicLinks, saveTopicLinks } from './topic-links.server';
import { TopicManagement } from './topic-management';
import { TopicTitle } from './topic-title';
import { MarkReadForm, useMarkRead } from './mark-read';
import { addressOfComment, findFirstUnread, listCategories } from './topics.server';
import { StatusPill } from '~/ui/status-pill';
import { Breadcrumb } from '~/ui/breadcrumb';

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const search = new URL(request.url).searchParams;
  if (search.has('unread'))
    throw redirect(await findFirstUnread(actor, params.id).catch(throwErrorResponse));
  const page = Number(search.get('page') ?? 1);
  const { topic, comments } = await getTopicPage(actor, params.id, page).catch(throwErrorResponse);
  const [answer, categories, links] = await Promise.all([
    findAnswer(actor, topic, search),
    topic.mayModerate ? listCategories(actor) : [],
    listTopicLinks(actor, topic.links),
  ]);
  return {
    topic,
    title: topic.title ?? translateIn(context.get(languageContext))('forum.title-not-shown'),
    links,
    page,
    comments,
    ...answer,
    categories: categories.filter(({ archived }) => !archived),
    posted: search.get('posted') ?? '',
    formId: newId(),
  };
}

/** What the actor is writing here, and the comment that it answers or quotes. */
async function findAnswer(
  actor: Actor,
  topic: { id: string; hasDraft: boolean },
  search: URLSearchParams,
) {
  const draft = topic.hasDraft ? await findDraft(actor, `topic/${topic.id}`) : null;
  // Without a word in the address it is what the draft was begun with.
  const isSaid = search.has('quote') || search.has('reply');
  const { quoted, replyTo, passage } = isSaid ? {} : (draft?.fields ?? {});
  const quoteOf = search.get('quote') || quoted || null;
  const subject = await findQuotable(
    actor,
    topic.id,
    quoteOf ?? (search.get('reply') || replyTo || null),
  );
  return {
    draft,
    subject: subject && { ...subject, isQuoted: quoteOf !== null, passage: passage ?? '' },
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { title, topic } = loaderData;
  const { id } = topic;
  return siteMeta(matches, { title, path: `/forum/topic/${id}`, noIndex: true });
}

type Refusal = {
  error: string | null;
  fieldErrors: Record<string, string>;
  values: Record<string, string>;
};

export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = context.get(actorContext);
  const form = await request.formData();
  const { id } = params;
  const intent = sentText(form, 'intent');
  try {
    switch (intent) {
      case 'reply':
        return await reply(actor, id, form);
      case 'follow': {
        await saveFollowForm(actor, form);
        return redirectWithNotice(`/forum/topic/${id}`, {
          kind: 'success',
          key: 'success.follow-saved',
        });
      }
      case 'read':
        return await setRead(actor, id, form);
      case 'link':
        return await link(actor, id, form);
      default:
        return await manage(actor, id, form);
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'error.not-found' && intent !== 'reply') throwErrorResponse(error);
    return data<Refusal | null>(
      { error: writeError(error), fieldErrors: {}, values: sentTexts(form) },
      { status: error.status },
    );
  }
}

async function reply(actor: Actor, topicId: string, form: FormData) {
  const input = parseForm(newCommentSchema, form);
  if (!input.ok) return data<Refusal | null>({ ...input, error: null }, { status: 400 });
  const posted = await postComment(actor, topicId, input.data);
  const place = new URL(addressOfComment(posted), 'http://own.invalid');
  // Tells the page which form is done with, so that an empty one takes its place.
  place.searchParams.set('posted', posted.id);
  return redirect(`${place.pathname}${place.search}${place.hash}`);
}

/** Without scripts: the page that was read is shown again. */
async function setRead(actor: Actor, id: string, form: FormData) {
  const input = parseForm(markReadSchema, form);
  if (!input.ok) return data<Refusal | null>({ ...input, error: null }, { status: 400 });
  const { position } = input.data;
  await markRead(actor, id, position);
  const page = pageOf(position);
  const address = page > 1 ? `/forum/topic/${id}?page=${page}` : `/forum/topic/${id}`;
  return redirectWithNotice(address, { kind: 'success', key: 'success.marked-read' });
}

/** Names the documents and events of the topic; an address that leads nowhere is said beside it. */
async function link(actor: Actor, id: string, form: FormData) {
  const input = parseForm(topicLinksSchema, form);
  if (!input.ok) return data<Refusal | null>({ ...input, error: null }, { status: 400 });
  try {
    await saveTopicLinks(actor, id, input.data);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const reason = linkErrors[error.code];
    if (!reason) throw error;
    const values = { links: sentText(form, 'links'), shown: sentText(form, 'shown') };
    const fieldErrors = { links: reason };
    return data<Refusal | null>({ error: null, fieldErrors, values }, { status: error.status });
  }
  return changed(id);
}

const linkErrors: Partial<Record<string, string>> = {
  'error.invalid-input': 'forum.link-unknown',
  'error.changed-meanwhile': 'forum.links-changed',
};

const changed = (id: string) =>
  redirectWithNotice(`/forum/topic/${id}`, { kind: 'success', key: 'success.topic-changed' });

async function manage(actor: Actor, id: string, form: FormData) {
  const intent = form.get('intent');
  if (intent === 'close') {
    const input = parseForm(closeTopicSchema, form);
    if (!input.ok) return data<Refusal | null>({ ...input, error: null }, { status: 400 });
    await closeTopic(actor, id, input.data.reason);
  } else if (intent === 'move') {
    const input = parseForm(moveTopicSchema, form);
    if (!input.ok) return data<Refusal | null>({ ...input, error: null }, { status: 400 });
    await moveTopic(actor, id, input.data.category);
  } else {
    const input = parseForm(pinTopicSchema, form);
    if (!input.ok) return data<Refusal | null>({ ...input, error: null }, { status: 400 });
    if (input.data.intent === 'reopen') await reopenTopic(actor, id);
    else await pinTopic(actor, id, input.data.intent === 'pin');
  }
  return changed(id);
}

export const shouldRevalidate = reloadAfterConflict;

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return stayOnNetworkError(serverAction);
}

export default function Topic(props: Route.ComponentProps) {
  const { key } = useLocation();
  return (
    <ScrollAnchor of={key}>
      <TopicPage key={props.loaderData.topic.id} {...props} />
    </ScrollAnchor>
  );
}

function TopicPage({ loaderData, ...route }: Route.ComponentProps) {
  const actionData = useStickyActionData(route.actionData);
  const t = useTranslate();
  const textOf = useTextOf();
  const { topic, comments, page, subject, draft, posted, formId } = loaderData;
  useLive(`/forum/topic/${topic.id}/live`, mayLoadAgain);
  const followLink = useDelegatedLinks();
  useMarkRead(topic.id, comments, topic.readUpTo);
  const address = (number: number) =>
    number === 1 ? `/forum/topic/${topic.id}` : `/forum/topic/${topic.id}?page=${number}`;
  return (
    <div className={reading.page}>
      <header className={reading.head}>
        <Breadcrumb
          steps={[
            { to: '/forum', title: t('forum.title') },
            { to: `/forum/${topic.category.slug}`, title: <bdi>{topic.category.name}</bdi> },
          ]}
        />
        <h1>
          <TopicTitle title={topic.title} />
        </h1>
        <p className={classes.facts}>
          <span>{t('forum.comments', { count: topic.comments })}</span>
          {topic.pinned && <StatusPill>{t('forum.pinned')}</StatusPill>}
          {topic.tags.map((tag) => (
            <TagLink key={tag} tag={tag} />
          ))}
        </p>
      </header>
      {topic.concernsPendingCase && (
        <p className={classes.notice}>{t('forum.pending-case-rule')}</p>
      )}
      {topic.isClosed && (
        <p className={classes.notice}>
          {t('forum.is-closed')}{' '}
          {topic.closedReason === 'moderation'
            ? t('forum.closed-by-moderation')
            : topic.closedReason}
        </p>
      )}
      <TopicLinks
        links={loaderData.links}
        mayLink={topic.mayLink}
        error={actionData?.fieldErrors.links}
        refused={actionData?.values}
      />
      <div className={classes.tools} data-no-print>
        {topic.readUpTo < topic.comments && (
          <SiteLink to={`/forum/topic/${topic.id}?unread`}>{t('forum.first-unread')}</SiteLink>
        )}
        <SiteLink to={`/forum/topic/${topic.id}/print`}>{t('forum.print')}</SiteLink>
        <FollowForm kind="topic" target={topic.id} level={topic.follow} />
      </div>
      <Pagination page={page} pages={topic.pages} address={address} />
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the links inside are followed by the router */}
      <ol onClick={followLink} className={classes.comments} start={comments[0]?.position}>
        {comments.map((comment) => (
          <Comment key={comment.id} comment={comment} mayReply={topic.mayReply} />
        ))}
      </ol>
      <MarkReadForm last={comments.at(-1)} alreadyRead={topic.readUpTo} />
      <Pagination page={page} pages={topic.pages} address={address} />
      {actionData?.error && (
        <Message kind="error" text={textOf(actionData.error)} answer={actionData} />
      )}
      {(topic.mayReply || draft) && (
        <ReplyForm
          key={posted}
          topicId={topic.id}
          isOpen={topic.mayReply}
          page={page}
          formId={formId}
          draft={draft}
          subject={subject}
          fieldErrors={actionData?.fieldErrors ?? {}}
          typed={actionData?.values}
        />
      )}
      {topic.mayModerate && (
        <TopicManagement
          topic={topic}
          categories={loaderData.categories}
          error={actionData?.fieldErrors.reason}
        />
      )}
    </div>
  );
}
