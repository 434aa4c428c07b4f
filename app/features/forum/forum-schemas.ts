import { z } from 'zod';
import { richTextFields, withRichText, wrongRichText } from '~/rich-text/rich-text-input';
import { longTextField, textField, tickField } from '~/lib/forms/text-field';
import { listField } from '~/ui/fields/rows-input';
import { versionField } from '~/lib/forms/version-field';

export const longestComment = 20_000;
export const topicsPerPage = 30;

const uuid = z.uuid({ error: 'form.invalid' });
const optionalUuid = z
  .union([z.literal(''), uuid])
  .optional()
  .transform((id) => id || null);

/** At most five words or groups of words, in lower case. */
const tagsField = listField({
  most: 5,
  longest: 40,
  tooMany: 'form.too-many',
  tidy: (tag) => tag.toLowerCase().replaceAll(/\s+/g, ' '),
});

/** What comes several times in a form that has the title of a topic. */
export const topicLists = ['tags'];

const titleField = textField(8, 160);
const bodyLimits = { maximum: longestComment };

/** The last part of a category's address. */
const categoryField = z
  .string()
  .max(100)
  .regex(/^[a-z0-9-]*$/, { error: 'form.invalid' });

/** `id` is made with the form, so that a form sent twice makes one record. */
export const newTopicSchema = z
  .strictObject({
    intent: z.literal('post').optional(),
    id: uuid,
    category: categoryField,
    title: titleField,
    tags: tagsField.default([]),
    concernsPendingCase: tickField,
    ...richTextFields,
  })
  .refine(...wrongRichText(bodyLimits))
  .transform(withRichText(bodyLimits));

export const newCommentSchema = z
  .strictObject({
    intent: z.literal('reply'),
    id: uuid,
    replyTo: optionalUuid,
    quoted: optionalUuid,
    // As it stands in the comment of someone else, whatever characters that contains.
    passage: longTextField(0, 2000).optional(),
    ...richTextFields,
  })
  .refine(...wrongRichText(bodyLimits))
  .transform(withRichText(bodyLimits));

/** Title and tags come with the first comment of a topic. */
export const editCommentSchema = z
  .strictObject({
    intent: z.literal('edit'),
    version: versionField,
    title: titleField.optional(),
    tags: tagsField.optional(),
    ...richTextFields,
  })
  .refine(...wrongRichText(bodyLimits))
  .transform(withRichText(bodyLimits));

export const deleteCommentSchema = z.strictObject({
  intent: z.literal('delete'),
  version: versionField,
});

export const pinTopicSchema = z.strictObject({ intent: z.enum(['pin', 'unpin', 'reopen']) });
export const closeTopicSchema = z.strictObject({
  intent: z.literal('close'),
  reason: textField(1, 500),
});
export const moveTopicSchema = z.strictObject({
  intent: z.literal('move'),
  category: categoryField,
});
/** Addresses on this site, one on each line; as they are copied, with the site before them or not. */
export const topicLinksSchema = z.strictObject({
  intent: z.literal('link'),
  links: z
    .string()
    .max(4000, { error: 'form.too-long' })
    .transform((text) => [...new Set(text.split(/\s+/).filter(Boolean))])
    .pipe(z.array(z.string()).max(10, { error: 'form.too-many-links' })),
  /** Those that stood there when the form was opened. */
  shown: z
    .string()
    .max(20_000)
    .default('')
    .transform((text) => text.split(/\s+/).filter(Boolean)),
});
export type TopicLinksInput = Pick<z.output<typeof topicLinksSchema>, 'links' | 'shown'>;

export const markReadSchema = z.strictObject({
  intent: z.literal('read'),
  position: z.coerce.number().int().min(1).max(10_000_000),
});

/** Addresses under /forum that are not categories. */
const reservedSlugs = new Set([
  'new',
  'search',
  'topic',
  'comment',
  'following',
  'drafts',
  'flags',
  'members',
  'decision',
]);

const roleTicks = { ADMIN: tickField, DEV: tickField, USER: tickField };

export const categorySchema = z.strictObject({
  name: textField(2, 80),
  slug: textField(2, 60).refine(
    (slug) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) && !reservedSlugs.has(slug),
    { error: 'form.slug' },
  ),
  description: textField(0, 300),
  position: z.coerce.number({ error: 'form.invalid' }).int().min(0).max(1000),
  readUSER: roleTicks.USER,
  writeUSER: roleTicks.USER,
  archived: tickField,
  mailsMayQuote: tickField,
  version: versionField.optional(),
});
export type CategoryInput = z.output<typeof categorySchema>;
export type NewTopicInput = z.output<typeof newTopicSchema>;
export type NewCommentInput = z.output<typeof newCommentSchema>;
export type EditCommentInput = z.output<typeof editCommentSchema>;
