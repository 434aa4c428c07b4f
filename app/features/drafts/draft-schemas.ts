import { z } from 'zod';
import { richTextSchema } from '~/lib/rich-text';

/** A place where something is written: a topic, a comment that is edited, a category, a text. */
export const placeField = z
  .string()
  .regex(
    /^(topic\/[0-9a-f-]{36}|edit\/[0-9a-f-]{36}|new\/[a-z0-9-]{1,100}|content\/[0-9a-f-]{36})$/,
  );

/** Lists of many lines are the longest. */
export const longestField = 8000;

/** What a browser sends while somebody is writing; `version` 0 says that it knows of no draft. */
export const draftSchema = z.strictObject({
  place: placeField,
  version: z.number().int().min(0),
  body: z.string().max(400_000),
  fields: z
    .record(z.string().max(40), z.string().max(longestField))
    .refine((fields) => Object.keys(fields).length <= 40),
});
export type DraftInput = z.output<typeof draftSchema>;

/** What the server answers, and what a tab keeps of its own. */
const keptDraft = z.object({
  version: z.number().int(),
  body: richTextSchema,
  fields: z.record(z.string(), z.string()),
});
export type KeptDraft = z.output<typeof keptDraft>;

export const savedDraftSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('saved'), version: z.number().int() }),
  z.object({ kind: z.literal('conflict'), other: keptDraft.nullable() }),
]);
export type SavedDraft = z.output<typeof savedDraftSchema>;

export const tabDraftSchema = keptDraft;
