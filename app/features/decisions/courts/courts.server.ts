import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { asc } from 'drizzle-orm';
import { z } from 'zod';
import { projectRoot } from '~/config/project-root.server';
import { db, schema } from '~/db/db.server';
import type { Actor } from '~/policy/actor';
import { authoriseReading } from '~/features/decisions/records/authorise-reading.server';

const { courts } = schema;

const courtFile = z.array(
  z.strictObject({
    code: z.string(),
    country: z.string(),
    kind: z.enum(['court', 'tribunal', 'authority']),
    ecliCode: z.string().optional(),
    abbreviation: z.string(),
    language: z.string(),
    name: z.string(),
    nameEn: z.string(),
  }),
);

/** The courts that every site begins with; those that are there already stay as they are. */
export async function loadCourts(): Promise<void> {
  const text = await readFile(join(projectRoot(), 'content/courts.json'), 'utf8');
  await db()
    .insert(courts)
    .values(courtFile.parse(JSON.parse(text)))
    .onConflictDoNothing();
}

/** All courts and authorities, by country and name. */
export async function listCourts(actor: Actor) {
  authoriseReading(actor);
  return db().select().from(courts).orderBy(asc(courts.country), asc(courts.name));
}
