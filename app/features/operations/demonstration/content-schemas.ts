import { z } from 'zod';
import { newId } from '~/lib/new-id';
import { richTextSchema, safeHref } from '~/rich-text/rich-text';

/** The files of the folder `content/`, checked when they are read. */
const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);
const language = z.enum(['en', 'fr', 'de']);
const link = z.strictObject({ label: z.string(), url: safeHref });
const correction = z.strictObject({ date: z.iso.date(), text: z.string() });
const wallTime = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/);

export const pageFile = z.strictObject({
  slug: z.string().regex(/^(pages\/)?[a-z0-9]+(-[a-z0-9]+)*$/),
  language,
  title: z.string(),
  description: z.string().max(160),
  effectiveOn: z.iso.date().optional(),
  body: richTextSchema,
});

const publication = {
  slug,
  language,
  title: z.string().max(160),
  teaser: z.string().max(400),
  category: z.enum(['association', 'case-law', 'eu', 'member-news', 'call']),
  publishAt: z.iso.datetime().transform((text) => new Date(text)),
  pinned: z.boolean().optional(),
  body: richTextSchema,
  links: z.array(link).optional(),
  corrections: z.array(correction).optional(),
  decisions: z.array(z.string()).optional(),
};

export const newsFile = z.strictObject({
  ...publication,
  authorName: z.string(),
  relatedEvent: slug.optional(),
  relatedArticle: slug.optional(),
});

export const articleFile = z
  .strictObject({
    ...publication,
    authorName: z.string().optional(),
    subtitle: z.string().optional(),
    authors: z.array(
      z.strictObject({
        name: z.string(),
        function: z.string(),
        country: z.string().length(2),
        example: z.boolean().optional(),
      }),
    ),
    abstract: z.string().max(1500),
    topics: z.array(z.string()),
    gdprArticles: z.array(z.string()),
    footnotes: z.array(z.string()).optional(),
    relatedEvent: slug.optional(),
    relatedArticle: slug.optional(),
  })
  .transform(({ authorName: _a, relatedEvent: _e, relatedArticle: _r, ...article }) => article);

export const decisionFile = z.array(
  z.object({
    ecli: z.string(),
    caseNumber: z
      .string()
      .nullable()
      .transform((text) => text ?? ''),
    name: z.string(),
    court: z.string(),
    dateDecided: z.iso.date(),
    sourceUrl: z.url().optional(),
  }),
);

export const boardFile = z.array(
  z
    .strictObject({
      name: z.string(),
      role: z.string(),
      function: z.string(),
      court: z.string(),
      country: z.string().length(2),
      example: z.literal(true),
    })
    .transform(({ example, name, ...member }) => ({ ...member, title: name, isExample: example })),
);

export const eventFile = z.strictObject({
  slug,
  status: z.enum(['published', 'cancelled']),
  visibility: z.enum(['public', 'members']),
  title: z.string().max(160),
  summary: z.string().max(300),
  body: richTextSchema,
  type: z.enum([
    'annual-conference',
    'general-assembly',
    'seminar',
    'webinar',
    'partner-training',
    'deadline',
    'other',
  ]),
  startsAt: wallTime,
  endsAt: wallTime,
  zone: z.string(),
  allDay: z.boolean(),
  sessions: z
    .array(
      z
        .strictObject({
          startsAt: wallTime,
          endsAt: wallTime,
          title: z.string(),
          room: z.string().optional(),
          speakers: z.array(z.string()),
        })
        .transform((session) => ({ id: newId(), ...session })),
    )
    .optional(),
  mode: z.enum(['on-site', 'online', 'hybrid']),
  venue: z.string().optional(),
  address: z.string().optional(),
  city: z.string().optional(),
  country: z.string().length(2).optional(),
  organiser: z.string(),
  partners: z.array(z.string()).optional(),
  externalUrl: z.url().optional(),
  contact: z.email(),
  workingLanguages: z.array(z.string()),
  feeText: z.string().optional(),
  chathamHouse: z.boolean(),
  photoPolicy: z.string().optional(),
  cancelledReason: z.string().optional(),
  joinUrl: z.url().optional(),
  registration: z.enum(['none', 'internal', 'external']).optional(),
  opensAt: wallTime.optional(),
  closesAt: wallTime.optional(),
  capacityOnSite: z.number().int().optional(),
  capacityOnline: z.number().int().optional(),
  approval: z.boolean().optional(),
  waitingList: z.boolean().optional(),
  attendeeList: z.enum(['nobody', 'participants', 'members']).optional(),
  questions: z
    .array(
      z.strictObject({
        id: z.string(),
        label: z.string(),
        kind: z.enum(['text', 'choice', 'yes-no']),
        options: z.array(z.string()),
        required: z.boolean(),
      }),
    )
    .optional(),
});

/** Invented guests of an event. */
export const registrationFile = z.array(
  z.strictObject({
    example: z.literal(true),
    event: slug,
    name: z.string(),
    email: z.email(),
    court: z.string(),
    country: z.string().length(2),
    mode: z.enum(['on-site', 'online']),
    status: z.enum(['confirmed', 'waitlisted', 'cancelled']),
    needs: z.string().optional(),
    listConsent: z.boolean(),
    photoConsent: z.boolean(),
  }),
);

/** Invented applications for membership; the moments are days before the start. */
export const applicationFile = z.array(
  z
    .strictObject({
      example: z.literal(true),
      status: z.enum([
        'submitted',
        'under-review',
        'information-requested',
        'rejected',
        'withdrawn',
      ]),
      sentDaysAgo: z.number(),
      statusDaysAgo: z.number(),
      title: z.string().optional(),
      firstName: z.string(),
      lastName: z.string(),
      email: z.email(),
      memberCategory: z.string(),
      function: z.string(),
      courtName: z.string(),
      courtCity: z.string(),
      country: z.string().length(2),
      appointedSince: z.number().optional(),
      gdprExperience: z.string().min(20).max(2000),
      workingLanguages: z.array(z.string()),
      preferredLanguage: z.string(),
      referee: z.string().optional(),
      message: z.string().optional(),
      isVerified: z.boolean().optional(),
      question: z.string().optional(),
    })
    .transform(({ example, ...application }) => ({ ...application, isExample: example })),
);
