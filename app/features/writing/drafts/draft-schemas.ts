import { z } from 'zod';
import { richTextSchema } from '~/rich-text/rich-text';

const id = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/**
 * Where something is written: a topic, a comment that is edited or flagged, a category, a text, an
 * event, a newsletter, a review, an appeal in one.
 */
export const placeField = z
  .string()
  .regex(
    new RegExp(
      `^((topic|edit|content|event|newsletter|flag|review|appeal)/${id}|new/[a-z0-9-]{1,100}|(event|newsletter)/new)$`,
    ),
  );

/** The programme of a long conference is the longest; as much as its form takes. */
export const longestField = 200_000;

/** As many sendings in a row may stay without an answer, and are known again nevertheless. */
export const maxKnown = 50;

/**
 * What a browser sends while someone is writing; `version` 0 says that it knows of no draft. Each
 * sending has a `mark` of its own; `known` are those of which the tab has had no answer.
 */
export const draftSchema = z.strictObject({
  place: placeField,
  version: z.number().int().min(0).max(2_147_483_647),
  mark: z.uuid(),
  known: z.array(z.uuid()).max(maxKnown),
  body: z.string().max(400_000),
  fields: z
    .record(
      z.string().regex(/^[^\0\uD800-\uDFFF]{0,40}$/),
      z
        .string()
        .max(longestField)
        // What the database cannot keep is not worth losing a draft for.
        .transform((text) => text.replaceAll('\0', '').toWellFormed()),
    )
    .refine((fields) => Object.keys(fields).length <= 40),
});
export type DraftInput = z.output<typeof draftSchema>;

/** What the server answers, and what a tab keeps of its own. */
const keptDraft = z.object({
  version: z.number().int(),
  body: richTextSchema,
  fields: z.record(z.string(), z.string()),
  mark: z.uuid().nullish(),
});
export type StoredDraft = z.output<typeof keptDraft>;

export const savedDraftSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('saved'), version: z.number().int() }),
  z.object({ kind: z.literal('conflict'), other: keptDraft.nullable() }),
  z.object({ kind: z.literal('full') }),
]);
export type SavedDraft = z.output<typeof savedDraftSchema>;

/** `isSaved`: the server has it, at this version; a page that was asked for before may not. */
export const tabDraftSchema = keptDraft.extend({ isSaved: z.boolean().optional() });
export type TabDraft = z.output<typeof tabDraftSchema>;
