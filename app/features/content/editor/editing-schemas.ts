import { z } from 'zod';
import { isCountryCode } from '~/lib/format/display-names';
import { coverFocuses, usualFocus } from '~/rich-text/pictures';
import { isUuid } from '~/lib/is-uuid';
import { textKinds } from '~/lib/addresses/public-path';
import { plainText } from '~/rich-text/plain-text';
import { richTextFields, withRichText, wrongRichText } from '~/rich-text/rich-text-input';
import { versionField } from '~/lib/forms/version-field';
import { textField, tickField, longTextField } from '~/lib/forms/text-field';
import { isDay, isWallTime } from '~/lib/time/wall-time';
import {
  categories,
  isPictured,
  type TypedContent,
} from '~/features/content/publishing/content-schemas';
import {
  authorsField,
  type CitedDetails,
  correctionsField,
  decisionsField,
  linksField,
  type TypedDecision,
  wordsField,
} from '~/features/content/rows/content-rows';
import { eventWordsFields } from './event-words-schema';
import {
  neededToPublish,
  type PublicationKind,
} from '~/features/content/publishing/publication-kinds';

export const bodyLimits = {
  maximum: 60_000,
  mayBeEmpty: true,
  hasHeadings: true,
  hasTables: true,
  hasPictures: true,
};

/** The last part of an address: small letters, digits and single hyphens. */
export const slugField = textField(1, 100).pipe(
  z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: 'form.slug' }),
);
const slugOrNothing = textField(0, 100).transform((text, context) => {
  if (text === '') return null;
  const slug = slugField.safeParse(text);
  if (slug.success) return slug.data;
  context.addIssue({ code: 'custom', message: 'form.slug' });
  return z.NEVER;
});

/** A wall time of Brussels as the browser's field gives it; seconds may be absent. */
export const wallTimeField = textField(0, 19).pipe(
  z.string().refine((text) => text === '' || isWallTime(text), { error: 'form.moment' }),
);

const dayField = textField(0, 10).transform((text, context) => {
  if (text === '') return null;
  if (isDay(text)) return text;
  context.addIssue({ code: 'custom', message: 'form.day' });
  return z.NEVER;
});

const editing = {
  intent: z.enum(['save', 'publish', 'schedule']).default('save'),
  /** The version that was read before writing. */
  baseVersion: versionField,
  versionName: textField(0, 100),
};

const publicationFields = {
  ...editing,
  ...richTextFields,
  slug: slugField,
  title: textField(1, 160),
  teaser: longTextField(0, 400),
  category: z.enum(categories, { error: 'form.invalid' }),
  pinned: tickField,
  links: linksField,
  corrections: correctionsField,
  decisions: decisionsField,
  coverAlt: textField(0, 300),
  coverCredit: textField(0, 200),
  /** Asked for once there is a cover. */
  coverFocus: z.enum(coverFocuses, { error: 'form.choose' }).default(usualFocus),
  publishAt: wallTimeField.default(''),
};

const newsForm = z
  .strictObject({
    ...publicationFields,
    authorName: textField(0, 120),
    relatedEvent: slugOrNothing,
    relatedArticle: slugOrNothing,
  })
  .refine(...wrongRichText(bodyLimits))
  .transform(withRichText(bodyLimits));

const articleForm = z
  .strictObject({
    ...publicationFields,
    subtitle: textField(0, 200),
    abstract: longTextField(0, 1500),
    authors: authorsField,
    topics: wordsField(20),
    gdprArticles: wordsField(40),
    footnotes: wordsField(100, 1500),
  })
  .refine(...wrongRichText(bodyLimits))
  .transform(withRichText(bodyLimits));

const pageForm = z
  .strictObject({
    ...editing,
    ...richTextFields,
    title: textField(1, 160),
    description: longTextField(0, 160),
    effectiveOn: dayField.default(null),
    asksForAcceptance: tickField,
    publishAt: wallTimeField.default(''),
  })
  .refine(...wrongRichText(bodyLimits))
  .transform(withRichText(bodyLimits));

const eventTranslationForm = z
  .strictObject({
    ...editing,
    ...richTextFields,
    title: textField(1, 160),
    summary: longTextField(0, 300),
    coverAlt: textField(0, 300),
    corrections: correctionsField,
    ...eventWordsFields,
    publishAt: wallTimeField.default(''),
  })
  .refine(...wrongRichText(bodyLimits))
  .transform(withRichText(bodyLimits));

const countryField = textField(0, 2)
  .transform((text) => text.toUpperCase())
  .refine((code) => code === '' || isCountryCode(code), { error: 'form.choose' });

const boardMemberForm = z
  .strictObject({
    ...editing,
    ...richTextFields,
    title: textField(1, 120),
    role: textField(0, 120),
    function: textField(0, 160),
    court: textField(0, 200),
    country: countryField,
    coverAlt: textField(0, 300),
    isExample: tickField,
    publishAt: wallTimeField.default(''),
  })
  .transform(withRichText({ maximum: 5000, mayBeEmpty: true }));

/** What the form of a text carries: the content, and what is to happen with it. */
export type EditedText = {
  content: TypedContent;
  /** Decisions with what is known of them. */
  decisions: readonly CitedDetails[];
  intent: 'save' | 'publish' | 'schedule';
  baseVersion: number;
  versionName: string;
  publishAt: string;
  asksForAcceptance: boolean;
};

/** A text as it was typed: `resolveDecisions` finds the decisions it cites. */
export type TypedText = Omit<EditedText, 'decisions'> & { decisions: readonly TypedDecision[] };

/** Kept beside the form: they change by forms of their own. */
const beside = { cover: null, attachments: [] };

const eventTranslationEditing = eventTranslationForm.transform(
  ({ intent, baseVersion, versionName, publishAt, ...fields }): TypedText => ({
    content: { kind: 'event-translation', fields },
    decisions: [],
    intent,
    baseVersion,
    versionName,
    publishAt,
    asksForAcceptance: false,
  }),
);

const boardMemberEditing = boardMemberForm.transform(
  ({ intent, baseVersion, versionName, publishAt, ...fields }): TypedText => ({
    content: { kind: 'board-member', fields: { ...fields, cover: null } },
    decisions: [],
    intent,
    baseVersion,
    versionName,
    publishAt,
    asksForAcceptance: false,
  }),
);

/** The strict schema of a kind's form; the cover and the attachments are not in it. */
export function editingSchema(kind: PublicationKind): z.ZodType<TypedText> {
  switch (kind) {
    case 'news':
      return newsForm.transform(
        ({ intent, baseVersion, versionName, publishAt, decisions, ...fields }): TypedText => ({
          content: { kind, fields: { ...fields, ...beside, decisions: [] } },
          decisions,
          intent,
          baseVersion,
          versionName,
          publishAt,
          asksForAcceptance: false,
        }),
      );
    case 'article':
      return articleForm.transform(
        ({ intent, baseVersion, versionName, publishAt, decisions, ...fields }): TypedText => ({
          content: {
            kind,
            fields: {
              ...fields,
              ...beside,
              decisions: [],
              subtitle: fields.subtitle || null,
            },
          },
          decisions,
          intent,
          baseVersion,
          versionName,
          publishAt,
          asksForAcceptance: false,
        }),
      );
    case 'page':
      return pageForm.transform(
        ({
          intent,
          baseVersion,
          versionName,
          publishAt,
          asksForAcceptance,
          ...fields
        }): TypedText => ({
          content: { kind, fields },
          decisions: [],
          intent,
          baseVersion,
          versionName,
          asksForAcceptance,
          publishAt,
        }),
      );
    case 'event-translation':
      return eventTranslationEditing;
    case 'board-member':
      return boardMemberEditing;
  }
}

/** What a text still lacks before visitors may see it: the keys of the texts, by field. */
export function missingFields(content: TypedContent, isBodyOptional = false) {
  const { fields, kind } = content;
  const given = new Map(Object.entries(fields));
  const isEmpty = (name: string) => {
    if (name === 'body') return plainText(fields.body).trim() === '';
    const value: unknown = given.get(name);
    return value === '' || (Array.isArray(value) && value.length === 0);
  };
  const hasCover = isPictured(content) && content.fields.cover !== null;
  const missing = neededToPublish(kind, { isBodyOptional, hasCover }).filter(isEmpty);
  return Object.fromEntries(missing.map((name) => [name, 'form.required-to-publish']));
}

/** Why a text is withdrawn; everybody reads it at its address. */
export const withdrawSchema = z.strictObject({
  intent: z.literal('withdraw'),
  baseVersion: versionField,
  reason: longTextField(5, 500),
});

/** Until when a text is shown; empty: without end. */
export const expirySchema = z.strictObject({
  intent: z.literal('expire'),
  baseVersion: versionField,
  expireAt: wallTimeField,
});

/** The actions that need nothing but the version that was read. */
export const plainActionSchema = z.strictObject({
  intent: z.enum(['cancel-schedule', 'delete', 'discard-changes']),
  baseVersion: versionField,
});

/** Another address of a page. */
export const addressSchema = z.strictObject({
  intent: z.literal('move'),
  baseVersion: versionField,
  slug: slugField,
});

export const newTextSchema = z.strictObject({
  kind: z.enum(textKinds),
  language: z.string().regex(/^[a-z]{2}$/, { error: 'form.invalid' }),
  title: textField(1, 160),
  /** The text that this one is a translation of. */
  of: z.string().refine(isUuid, { error: 'form.invalid' }).optional(),
});
export type NewText = z.output<typeof newTextSchema>;
