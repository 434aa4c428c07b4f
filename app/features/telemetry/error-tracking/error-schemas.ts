import { z } from 'zod';

const noControl = (text: string) => !text.includes('\0');

/** What a browser sends of an error (spec section 3); anything else is refused. */
export const reportedErrorSchema = z.strictObject({
  message: z.string().min(1).max(2_000).refine(noControl),
  stackTrace: z.string().max(10_000).refine(noControl).nullable(),
  url: z
    .string()
    .regex(/^\/[^\s]*$/)
    .max(300)
    .refine(noControl),
  sessionToken: z.string().regex(/^[0-9a-f]{64}$/),
  user: z.enum(['reference', 'anonymous', 'unauthenticated']),
  version: z.string().max(100).refine(noControl).nullable(),
  versionDate: z.iso.datetime({ offset: true }).nullable(),
  hash: z.string().regex(/^[0-9a-f]{40}$/),
});
export type ReportedError = z.output<typeof reportedErrorSchema>;
