import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { projectRoot } from '~/config/project-root.server';
import { schema, transaction } from '~/db/db.server';
import { parseProvision } from '~/features/citations/provisions';
import { relationSchema } from '~/features/decisions/procedure/procedure-kinds';
import { isTopic } from '~/features/decisions/records/topics';
import { newId } from '~/lib/new-id';
import { isEmpty } from './is-empty.server';

const { decisionCitations, decisionRecords } = schema;

const caseLawFile = z.array(
  z.strictObject({
    ecli: z.string().optional(),
    /** Where there is no ECLI. */
    identifier: z.string().optional(),
    court: z.string(),
    formation: z.string().optional(),
    decidedOn: z.iso.date(),
    type: z.enum(decisionRecords.type.enumValues),
    outcome: z.enum(decisionRecords.outcome.enumValues),
    caseNumbers: z.array(z.string()),
    names: z.array(z.string()),
    language: z.string(),
    celex: z.string().optional(),
    sourceUrl: z.url().optional(),
    provisions: z.array(z.string().refine((text) => parseProvision(text) !== null)),
    procedure: z.array(relationSchema).optional(),
    topics: z.array(z.string().refine(isTopic)),
    summary: z.string(),
    visibility: z.enum(['public', 'members']).optional(),
    cites: z
      .array(z.strictObject({ ecli: z.string(), paragraphs: z.array(z.number()) }))
      .optional(),
  }),
);

/** The decisions of the demonstration, with what they cite; only where there are none. */
export async function loadDemonstrationDecisions(): Promise<void> {
  if (!(await isEmpty(decisionRecords))) return;
  const text = await readFile(join(projectRoot(), 'content/case-law.json'), 'utf8');
  const decisions = caseLawFile.parse(JSON.parse(text)).map((decision) => ({
    id: newId(),
    ...decision,
  }));
  await transaction(async (tx) => {
    await tx.insert(decisionRecords).values(
      decisions.map(({ ecli, identifier, language, summary, visibility, ...facts }) => ({
        ...facts,
        identifier: ecli ?? identifier ?? facts.id,
        isEcli: ecli !== undefined,
        languages: [language],
        summaries: [{ language: 'en', text: summary, author: '' }],
        visibility: visibility ?? ('public' as const),
        state: 'checked' as const,
      })),
    );
    const citations = decisions.flatMap(({ id, cites = [] }) =>
      cites.map(({ ecli, paragraphs }) => ({ citing: id, identifier: ecli, paragraphs })),
    );
    await tx.insert(decisionCitations).values(citations);
  });
}
