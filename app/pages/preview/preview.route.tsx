import { data } from 'react-router';
import { actorContext, anonymous } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { ArticleView } from '~/features/content/articles/article-view';
import { listDecisions } from '~/features/content/articles/articles.server';
import { listBoard } from '~/features/content/board/board.server';
import { drawCover, withCovers } from '~/features/content/covers/covers.server';
import { EventView } from '~/features/events/public-pages/event-view';
import { listUpcomingEvents } from '~/features/events/events.server';
import { NewsItemView } from '~/features/content/news/news-item-view';
import { listLatestHeadlines } from '~/features/content/news/news.server';
import { AboutView } from '~/features/content/pages/about-view';
import { FreePageView } from '~/features/content/pages/free-page-view';
import { HomeView } from '~/pages/home/home-view';
import { LegalText } from '~/features/content/pages/legal-text';
import { findSiteText, getPage, listPageFiles } from '~/features/content/pages/pages.server';
import { SiteText } from '~/features/content/pages/site-text';
import { useTranslate } from '~/i18n/translation-context';
import type { RichText } from '~/rich-text/rich-text';
import { isFreePage, isSiteText } from '~/lib/addresses/public-path';
import {
  htmlOf,
  htmlOfLine,
  withHeadings,
  withHtml,
  withLead,
  withMinutes,
} from '~/features/writing/rendered-texts/rendered-texts.server';
import { siteMeta } from '~/site/site-meta';
import type { Route } from './+types/preview.route';
import {
  isItemContent,
  type ItemContent,
  type PageContent,
} from '~/features/content/publishing/content-schemas';
import { findPreviewedEvent, openPreview } from '~/features/content/previews/previews.server';
import classes from '~/features/content/editor/publishing.module.css';
import { findCover, listAttachments } from '~/features/content/publishing/publishing.server';

/** Shows an unpublished text as its page would be; not cached and not indexed. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const look = { preview: params.token };
  const event = await findPreviewedEvent(actor, params.token);
  if (event) {
    const cover = (await findCover(anonymous, event.cover)) ?? drawCover('event', event.id);
    const attachments = await listAttachments(anonymous, event.attachments);
    const around = { cover, attachments };
    const shown = { kind: 'event' as const, event: withHtml(event, look), around };
    return answer({ ...shown, title: event.title }, params.token);
  }
  const { row, content } = await openPreview(actor, params.token).catch(throwErrorResponse);
  const shown = isItemContent(content)
    ? await publicationParts(row, content, params.token)
    : { kind: 'page' as const, page: await partsOfPage(row, content, params.token) };
  return answer({ ...shown, title: content.fields.title }, params.token);
}

function answer<Shown extends object>(shown: Shown, token: string) {
  return data(
    { ...shown, token },
    {
      headers: {
        'Cache-Control': 'no-store',
        'X-Robots-Tag': 'noindex, nofollow, noarchive',
      },
    },
  );
}

type Opened = Awaited<ReturnType<typeof openPreview>>;
type PageText = Exclude<Opened['content'], ItemContent>;

async function publicationParts(row: Opened['row'], content: ItemContent, preview: string) {
  const { fields } = content;
  const around = {
    languages: [],
    previous: null,
    next: null,
    related: [],
    cover:
      (await findCover(anonymous, fields.cover)) ?? drawCover(content.kind, row.translationGroup),
    attachments: await listAttachments(anonymous, fields.attachments),
  };
  const facts = {
    language: row.language,
    // What has no date yet gets that of its publication.
    publishAt: row.status === 'draft' ? new Date() : row.publishAt,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    version: row.version,
    translationGroup: row.translationGroup,
    expireAt: null,
    withdrawnReason: null,
    withdrawnAt: null,
    isShared: false,
    decisions: await listDecisions(anonymous, fields.decisions),
  };
  return content.kind === 'news'
    ? {
        kind: content.kind,
        around,
        item: withMinutes({ ...content.fields, ...facts }, { preview }),
      }
    : {
        kind: content.kind,
        around,
        article: {
          ...withMinutes({ ...content.fields, ...facts }, { preview }),
          notes: content.fields.footnotes.map((note) => ({ html: htmlOfLine(note) })),
        },
      };
}

/** The page itself, or the one on which an entry of the board stands. */
async function partsOfPage(row: Opened['row'], content: PageText, token: string) {
  if (content.kind === 'page') return pageParts(row, content.fields, token);
  const { language, slug, translationGroup } = row;
  const page = await getPage(anonymous, slug, language).catch(throwErrorResponse);
  const board = await listBoard(anonymous, language, {
    ...content.fields,
    language,
    translationGroup,
  });
  const files = await listPageFiles(anonymous, slug, token);
  return { place: 'about' as const, page: withHeadings(page), board, files };
}

async function pageParts({ slug, language }: Opened['row'], fields: PageContent, token: string) {
  const look = { preview: token };
  if (slug === 'text-announcement') {
    const home = await getPage(anonymous, 'home', language).catch(throwErrorResponse);
    return homeParts(language, { home, announcement: { html: htmlOf(fields, look), language } });
  }
  if (isSiteText(slug))
    return { place: 'within' as const, text: { html: htmlOf(fields, look), language } };
  const page = { ...fields, language, slug, languages: [language] };
  if (isFreePage(slug)) return { place: 'free' as const, page: withHeadings(page, look) };
  if (slug === 'about') {
    const board = await listBoard(anonymous, language);
    const files = await listPageFiles(anonymous, slug, token);
    return { place: 'about' as const, page: withHeadings(page, look), board, files };
  }
  if (slug !== 'home') return { place: 'text' as const, page: withHeadings(page, look) };
  const announcement = await findSiteText(anonymous, 'text-announcement', language);
  return homeParts(language, { home: page, announcement }, look);
}

type HomeTexts = {
  home: { title: string; body: RichText; language: string; languages: string[] };
  announcement: Awaited<ReturnType<typeof findSiteText>>;
};

/** The home page, on which one of its two texts is being written. */
async function homeParts(
  language: string,
  { home, announcement }: HomeTexts,
  look: { preview?: string } = {},
) {
  const { title, body, languages } = home;
  return {
    place: 'home' as const,
    page: withLead({ title, body, language: home.language, languages }, look),
    events: await withCovers(
      anonymous,
      await listUpcomingEvents(anonymous, { limit: 3, language }),
    ),
    headlines: await withCovers(anonymous, await listLatestHeadlines(anonymous, language, 5)),
    announcement,
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/preview', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export default function Preview({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  return (
    <>
      <p className={classes.preview} data-no-print>
        {t('preview.notice')}
      </p>
      <Shown shown={loaderData} />
    </>
  );
}

function Shown({ shown }: { shown: Route.ComponentProps['loaderData'] }) {
  const t = useTranslate();
  if (shown.kind === 'event') {
    return (
      <EventView
        event={shown.event}
        around={shown.around}
        preview={shown.token}
        isMember={false}
        maySeeList={false}
      />
    );
  }
  if (shown.kind === 'news') {
    return <NewsItemView item={shown.item} around={shown.around} preview={shown.token} />;
  }
  if (shown.kind === 'article') {
    return <ArticleView article={shown.article} around={shown.around} preview={shown.token} />;
  }
  const { page: parts } = shown;
  switch (parts.place) {
    case 'about':
      return <AboutView {...parts} preview={shown.token} />;
    case 'home':
      return <HomeView {...parts} newForMember={null} />;
    case 'within':
      return <SiteText text={parts.text} label={t('site-text.introduction')} />;
    case 'free':
      return <FreePageView {...parts} />;
    case 'text':
      return <LegalText {...parts.page} />;
  }
}
