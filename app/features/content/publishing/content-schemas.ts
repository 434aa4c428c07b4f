import { z } from 'zod';
import { coverFocuses, usualFocus } from '~/rich-text/pictures';
import { richTextSchema } from '~/rich-text/rich-text';

/**
 * The content of a text as versions and pending changes keep it, read back from the database.
 * Fields that came later have a default, so that old versions stay readable.
 */
export const categories = ['association', 'case-law', 'eu', 'member-news', 'call'] as const;

const correctionList = z.array(z.object({ date: z.string(), text: z.string() }));

const publicationFields = {
  slug: z.string(),
  title: z.string(),
  teaser: z.string(),
  body: richTextSchema,
  category: z.enum(categories),
  pinned: z.boolean(),
  links: z.array(z.object({ label: z.string(), url: z.string() })),
  corrections: correctionList,
  decisions: z.array(z.string()),
  cover: z.string().nullable().default(null),
  coverAlt: z.string().default(''),
  coverCredit: z.string().default(''),
  coverFocus: z.enum(coverFocuses).default(usualFocus),
  attachments: z.array(z.string()).default([]),
};

export const newsContent = z.object({
  ...publicationFields,
  authorName: z.string(),
  relatedEvent: z.string().nullable(),
  relatedArticle: z.string().nullable(),
});
export type NewsContent = z.output<typeof newsContent>;

export const articleContent = z.object({
  ...publicationFields,
  subtitle: z.string().nullable(),
  abstract: z.string(),
  authors: z.array(
    z.object({
      name: z.string(),
      function: z.string(),
      country: z.string(),
      example: z.boolean().optional(),
    }),
  ),
  topics: z.array(z.string()),
  gdprArticles: z.array(z.string()),
  footnotes: z.array(z.string()),
});
export type ArticleContent = z.output<typeof articleContent>;

export const pageContent = z.object({
  title: z.string(),
  description: z.string(),
  body: richTextSchema,
  effectiveOn: z.string().nullable(),
});
export type PageContent = z.output<typeof pageContent>;

/** The texts of an event in another language. */
export const eventTranslationContent = z.object({
  title: z.string(),
  summary: z.string(),
  body: richTextSchema,
  corrections: correctionList,
  coverAlt: z.string(),
  sessions: z.array(z.object({ id: z.string(), title: z.string(), room: z.string() })).default([]),
  questions: z
    .array(
      z.object({
        id: z.string(),
        label: z.string(),
        options: z.array(z.object({ of: z.string(), label: z.string() })),
      }),
    )
    .default([]),
  feeText: z.string().default(''),
  photoPolicy: z.string().default(''),
  cancelledReason: z.string().default(''),
});
export type EventTranslationContent = z.output<typeof eventTranslationContent>;

/** A member of the board; the title is the name. */
export const boardMemberContent = z.object({
  title: z.string(),
  role: z.string(),
  function: z.string(),
  court: z.string(),
  country: z.string(),
  body: richTextSchema,
  cover: z.string().nullable(),
  coverAlt: z.string(),
  isExample: z.boolean(),
});
export type BoardMemberContent = z.output<typeof boardMemberContent>;

/** News and articles. */
export type ItemContent =
  | { kind: 'news'; fields: NewsContent }
  | { kind: 'article'; fields: ArticleContent };

/** A text of any kind, with what it consists of. */
export type TypedContent =
  | ItemContent
  | { kind: 'page'; fields: PageContent }
  | { kind: 'event-translation'; fields: EventTranslationContent }
  | { kind: 'board-member'; fields: BoardMemberContent };

/** Reads what was kept. @throws ZodError when it is not what this kind consists of */
export function readContent(kind: TypedContent['kind'], kept: unknown): TypedContent {
  switch (kind) {
    case 'news':
      return { kind, fields: newsContent.parse(kept) };
    case 'article':
      return { kind, fields: articleContent.parse(kept) };
    case 'page':
      return { kind, fields: pageContent.parse(kept) };
    case 'event-translation':
      return { kind, fields: eventTranslationContent.parse(kept) };
    case 'board-member':
      return { kind, fields: boardMemberContent.parse(kept) };
  }
}

/** What has a picture of its own. */
export const isPictured = (
  content: TypedContent,
): content is ItemContent | { kind: 'board-member'; fields: BoardMemberContent } =>
  isItemContent(content) || content.kind === 'board-member';

export const isItemContent = (content: TypedContent): content is ItemContent =>
  content.kind === 'news' || content.kind === 'article';
