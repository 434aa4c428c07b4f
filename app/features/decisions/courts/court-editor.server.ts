import { and, eq, ne, sql } from 'drizzle-orm';
import {
  db,
  isUniqueViolation,
  schema,
  type Transaction,
  transaction,
  takeTurn,
} from '~/db/db.server';
import { sortedBy } from '~/db/sorted-by.server';
import { hasTypedWords } from '~/db/typed-words.server';
import { appendAudit, type AuditAction } from '~/features/identity/audit/audit.server';
import { invalidateTags } from '~/platform/page-invalidation.server';
import type { Actor } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import { authorise } from '~/policy/permissions';
import { readPage, type Sorting, sortingOf } from '~/ui/data-table/table-query';
import { pageNumber } from '~/ui/page-number';
import type { CourtFacts, NewCourt } from './court-schemas';

const { courts, decisionRecords: records } = schema;

const numberOfDecisions = sql<number>`(
  select count(*)::integer from ${records} where ${records.court} = ${courts.code})`;

const courtSortings = ['name', 'country', 'kind', 'code', 'decisions'] as const;
type CourtSorting = Sorting<(typeof courtSortings)[number]>;
const byCountry: CourtSorting = { by: 'country', descending: false };

const orders = {
  name: [courts.name],
  country: [courts.country],
  kind: [courts.kind],
  code: [courts.code],
  decisions: [numberOfDecisions],
};

type CourtFilter = { search: string; page: number; perPage?: number; sorting?: CourtSorting };

/** What the address of the list asks for. */
export function courtQueryOf(search: URLSearchParams) {
  return {
    search: (search.get('search') ?? '').slice(0, 100),
    page: pageNumber(search, 1000),
    sorting: sortingOf(search, courtSortings, byCountry),
  };
}

/** A page of the courts and authorities, with how many decisions name each. */
export async function listCourtsForEditing(actor: Actor, filter: CourtFilter) {
  authorise(actor, 'decision.manage');
  const { search, sorting = byCountry } = filter;
  const where = hasTypedWords(search, courts.code, courts.abbreviation, courts.name, courts.nameEn);
  const { rows, ...list } = await readPage(
    filter,
    db().$count(courts, where),
    ({ limit, offset }) =>
      db()
        .select({
          code: courts.code,
          country: courts.country,
          kind: courts.kind,
          abbreviation: courts.abbreviation,
          name: courts.name,
          nameEn: courts.nameEn,
          decisions: numberOfDecisions,
        })
        .from(courts)
        .where(where)
        .orderBy(...sortedBy(sorting, orders, [courts.name, courts.code]))
        .limit(limit)
        .offset(offset),
  );
  return { courts: rows, ...list };
}

/**
 * A court with all that can be edited, and how many decisions name it.
 * @throws AppError `error.not-found`
 */
export async function getCourt(actor: Actor, code: string) {
  authorise(actor, 'decision.manage');
  const [court] = await db()
    .select({
      code: courts.code,
      country: courts.country,
      kind: courts.kind,
      ecliCode: courts.ecliCode,
      abbreviation: courts.abbreviation,
      name: courts.name,
      nameEn: courts.nameEn,
      language: courts.language,
      version: courts.version,
      decisions: numberOfDecisions,
    })
    .from(courts)
    .where(eq(courts.code, code));
  if (!court) throw new AppError('error.not-found');
  return court;
}

/** What decisions name a court by: its country and its ECLI code, else its abbreviation. */
function codeOf({ country, ecliCode, abbreviation }: NewCourt): string {
  const short = abbreviation.normalize('NFKD').replace(/[^\p{L}\p{N}]/gu, '');
  return `${country}:${ecliCode ?? short}`.toUpperCase();
}

/**
 * @returns the code by which decisions name it
 * @throws AppError `error.court.known` when another court has the code
 */
export async function addCourt(actor: Actor, court: NewCourt): Promise<string> {
  authorise(actor, 'decision.manage');
  const code = codeOf(court);
  await transaction(async (tx) => {
    await refuseSecondCode(tx, { ...court, code });
    await tx.insert(courts).values({ ...court, code });
    await note(tx, actor, { action: 'court.create', code });
  }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? new AppError('error.court.known', { cause: error }) : error;
  });
  return code;
}

/** In one country, an ECLI code belongs to one court, in whatever letter case. */
async function refuseSecondCode(
  tx: Transaction,
  { code, country, ecliCode }: { code: string; country: string; ecliCode: string | null },
): Promise<void> {
  if (!ecliCode) return;
  await takeTurn(tx, `ECLI codes of ${country}`);
  const others = and(
    eq(courts.country, country),
    ne(courts.code, code),
    sql`upper(${courts.ecliCode}) = upper(${ecliCode})`,
  );
  if ((await tx.$count(courts, others)) > 0) throw new AppError('error.court.known');
}

/**
 * Changes a court; its decisions are found by its new names from then on.
 * @param seen the court, and the version of it that was on the screen
 * @throws AppError `error.not-found`, `error.changed-meanwhile`, `error.court.known` when another
 *   court has the ECLI code
 */
export async function changeCourt(
  actor: Actor,
  seen: { code: string; version: number },
  facts: CourtFacts,
): Promise<void> {
  authorise(actor, 'decision.manage');
  const { code, version } = seen;
  await transaction(async (tx) => {
    const [before] = await tx.select().from(courts).where(eq(courts.code, code)).for('update');
    if (!before) throw new AppError('error.not-found');
    if (before.version !== version) throw new AppError('error.changed-meanwhile');
    await refuseSecondCode(tx, { ...facts, code, country: before.country });
    await tx
      .update(courts)
      .set({ ...facts, version: version + 1 })
      .where(eq(courts.code, code));
    const isRenamed = (['name', 'nameEn', 'abbreviation'] as const).some(
      (field) => before[field] !== facts[field],
    );
    // The trigger of a decision reads the words of its court.
    if (isRenamed) await tx.update(records).set({ court: code }).where(eq(records.court, code));
    await note(tx, actor, { action: 'court.update', code });
  });
}

/**
 * Deletes a court that no decision names.
 * @throws AppError `error.not-found`, `error.court.in-use`
 */
export async function deleteCourt(actor: Actor, code: string): Promise<void> {
  authorise(actor, 'decision.manage');
  await transaction(async (tx) => {
    // A decision that is being saved holds the row of its court, which its foreign key refers to.
    const [court] = await tx.select().from(courts).where(eq(courts.code, code)).for('update');
    if (!court) throw new AppError('error.not-found');
    if ((await tx.$count(records, eq(records.court, code))) > 0)
      throw new AppError('error.court.in-use');
    await tx.delete(courts).where(eq(courts.code, code));
    await note(tx, actor, { action: 'court.delete', code });
  });
}

type Noted = { action: AuditAction; code: string };

async function note(tx: Transaction, actor: Actor, { action, code }: Noted): Promise<void> {
  await appendAudit(tx, actor, { action, target: { kind: 'court', id: code } });
  await invalidateTags(tx, 'decisions');
}
