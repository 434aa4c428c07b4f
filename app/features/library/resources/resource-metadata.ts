import { z } from 'zod';
import { identifierIn, isOwnIdentifier } from '~/features/citations/ecli';

/** The kinds of documents; the typed metadata depend on them. */
export const documentKinds = [
  'judgment',
  'summary',
  'paper',
  'minutes',
  'statutes',
  'legislation',
  'other',
] as const;

/** Whether the names of the parties have been taken out. */
export const anonymisedStates = ['yes', 'no', 'not-needed'] as const;

const line = (maximum: number) => z.string().max(maximum);

/** What is known of a judgment beside its text; every part may be missing. */
export const judgmentSchema = z.strictObject({
  /** Where there is none, the identifier of this site. */
  ecli: z
    .string()
    .refine((text) => identifierIn(text) !== null)
    .optional(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
  court: line(200).optional(),
  caseNumber: line(80).optional(),
  decidedOn: z.iso.date().optional(),
  publishedOn: z.iso.date().optional(),
  type: line(80).optional(),
  articles: z.array(line(60)).max(40).optional(),
  keywords: z.array(line(60)).max(40).optional(),
  outcome: line(300).optional(),
  fine: z
    .strictObject({ amount: z.number().min(0), currency: z.string().regex(/^[A-Z]{3}$/) })
    .optional(),
  appealFrom: line(80).optional(),
  appealTo: line(80).optional(),
  sourceUrl: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .optional(),
  anonymised: z.enum(anonymisedStates).optional(),
  anonymisedBy: line(100).optional(),
});
export type Judgment = z.output<typeof judgmentSchema>;

/**
 * The metadata of a resource (spec section 3), typed and with the number of its schema, so that a
 * later one can read records written under an earlier one.
 */
export const metadataSchema = z.discriminatedUnion('kind', [
  z.strictObject({ schema: z.literal(1), kind: z.literal('folder') }),
  z.strictObject({
    schema: z.literal(1),
    kind: z.enum(['judgment', 'summary']),
    judgment: judgmentSchema,
  }),
  z.strictObject({
    schema: z.literal(1),
    kind: z.enum(['paper', 'minutes', 'statutes', 'legislation', 'other']),
  }),
]);
export type ResourceMetadata = z.output<typeof metadataSchema>;

/** The judgment a document is or is about, if any. */
export function judgmentOf(metadata: ResourceMetadata): Judgment | null {
  return metadata.kind === 'judgment' || metadata.kind === 'summary' ? metadata.judgment : null;
}

/**
 * How a judgment is cited: court, date, case number, name, ECLI; what is missing is left out, as is an
 * identifier of this site.
 * @param formatDate writes YYYY-MM-DD for people
 */
export function citationOf(
  judgment: Judgment,
  title: string,
  formatDate: (date: string) => string,
): string {
  const { court, decidedOn, caseNumber } = judgment;
  const ecli = judgment.ecli && isOwnIdentifier(judgment.ecli) ? undefined : judgment.ecli;
  const parts = [court, decidedOn && formatDate(decidedOn), title, caseNumber, ecli];
  return parts.filter(Boolean).join(', ');
}
