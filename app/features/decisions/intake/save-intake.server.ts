import { sql } from 'drizzle-orm';
import type { Language } from '~/config/config.server';
import { schema, type Transaction, transaction } from '~/db/db.server';
import { parseEcli, spellEcli } from '~/features/citations/ecli';
import { listCourts } from '~/features/decisions/courts/courts.server';
import { publishRecord } from '~/features/decisions/editor/add-record.server';
import {
  addProposal,
  lockProposals,
  noteLimit,
} from '~/features/decisions/proposals/proposals.server';
import { changeDetails, listDescribedFiles } from '~/features/library/details/details.server';
import { translateIn } from '~/i18n/translations.server';
import type { Actor } from '~/policy/actor';
import { authorise, can } from '~/policy/permissions';
import { detailsOf, type Confirmed, factsOf } from './confirmed-row';
import type { IntakeRow } from './intake-row';
import { type Claimed, identifierOf, listKnownDecisions } from './known-decisions.server';
import { courtOfIdentifier, courtOfName, nameCourts } from './match-court';
import { allTypeNames } from './type-names.server';

const { decisionRecords: records } = schema;

/** Why nothing was saved: what is wrong in which cell, and which files have a newer version. */
type IntakeRefusal = { fieldErrors: Record<string, string>; versions: Map<string, number> };

class Refused extends Error {
  constructor(readonly refusal: IntakeRefusal) {
    super('The rows were refused');
  }
}

/**
 * Saves the details of several files at once, all or none, and proposes or publishes the decisions that
 * are ticked and not here yet. A file belongs to the decision whose ECLI or identifier it has.
 * @returns null, or why nothing was saved
 * @throws AppError `error.not-found` for files that are not the actor's to change,
 *   `error.auth/too-many-requests`, `error.decision.known` when one came from elsewhere meanwhile
 */
export async function saveIntake(
  actor: Actor,
  rows: readonly IntakeRow[],
  language: Language,
): Promise<IntakeRefusal | null> {
  authorise(actor, 'library.add');
  const confirmed = await confirmRows(actor, rows, language);
  const fieldErrors = Object.fromEntries(
    confirmed.flatMap((one, at) => {
      const problem = problemOf(actor, one);
      return problem ? [[`files.${at}.${problem.field}`, problem.key]] : [];
    }),
  );
  if (Object.keys(fieldErrors).length > 0) return { fieldErrors, versions: new Map() };
  try {
    await transaction((tx) => saveRows(tx, actor, confirmed));
    return null;
  } catch (error) {
    if (error instanceof Refused) return error.refusal;
    return noteLimit(error);
  }
}

/** The rows with the files that they are about and the courts that they name. */
async function confirmRows(
  actor: Actor,
  rows: readonly IntakeRow[],
  language: Language,
): Promise<Confirmed[]> {
  const t = translateIn(language);
  const [files, allCourts] = await Promise.all([
    listDescribedFiles(
      actor,
      rows.map(({ id }) => id),
    ),
    listCourts(actor),
  ]);
  const courts = nameCourts(allCourts, language, t);
  const types = allTypeNames();
  const confirmed = files.flatMap((file, at) => {
    const row = rows[at];
    if (!row) return [];
    const ofEcli = courtOfIdentifier(courts, row.ecli);
    const typed = row.court ? courtOfName(courts, row.court, row.ecli?.country) : null;
    return [{ row, file, ofEcli, court: ofEcli ?? typed, typed, types, t }];
  });
  const claims = confirmed.map(claimOf);
  const known = await listKnownDecisions(actor, claims);
  return confirmed.map((one, at) => {
    const isBrought = one.row.decide || known[at] !== null;
    const claim = claims[at];
    const own = isBrought && !one.row.ecli && claim ? identifierOf(claim) : null;
    return { ...one, own };
  });
}

const claimOf = ({ row, court }: Pick<Confirmed, 'row' | 'court'>): Claimed => ({
  ecli: row.ecli?.text ?? '',
  court: court?.court.code ?? null,
  caseNumber: row.caseNumber,
  decidedOn: row.decidedOn ?? '',
});

type Problem = { field: string; key: string };

function problemOf(actor: Actor, { row, court, typed, ofEcli }: Confirmed): Problem | null {
  if (ofEcli && typed && typed.court.code !== ofEcli.court.code)
    return { field: 'court', key: 'form.ecli-other-court' };
  if (!row.decide) return null;
  if (!court) return { field: 'court', key: 'form.intake-court' };
  if (can(actor, 'decision.manage') && row.decidedOn === null)
    return { field: 'decidedOn', key: 'form.decision-day' };
  return null;
}

async function saveRows(tx: Transaction, actor: Actor, confirmed: readonly Confirmed[]) {
  if (confirmed.some(({ row }) => row.decide)) await lockProposals(tx);
  const changes = confirmed.map((one) => ({
    id: one.row.id,
    version: one.row.version,
    details: detailsOf(one),
  }));
  const versions = await changeDetails(actor, changes, tx);
  const refused = (cells: (Problem | null)[]) =>
    Object.fromEntries(
      cells.flatMap((problem, at) =>
        problem
          ? [[problem.field ? `files.${at}.${problem.field}` : `files.${at}`, problem.key]]
          : [],
      ),
    );
  if (versions.size > 0) {
    const stale = confirmed.map(({ row }) =>
      versions.has(row.id) ? { field: '', key: 'form.intake-changed' } : null,
    );
    throw new Refused({ versions, fieldErrors: refused(stale) });
  }
  const problems: (Problem | null)[] = [];
  for (const one of confirmed)
    problems.push(one.row.decide && one.court ? await bringDecision(tx, actor, one) : null);
  const fieldErrors = refused(problems);
  if (Object.keys(fieldErrors).length > 0) throw new Refused({ versions, fieldErrors });
}

/** Publishes the decision, or proposes it; one that is here, or waits, needs neither. */
async function bringDecision(
  tx: Transaction,
  actor: Actor,
  one: Confirmed,
): Promise<Problem | null> {
  const { row, court } = one;
  const code = court?.court.code ?? null;
  if (can(actor, 'decision.manage')) {
    const facts = factsOf(one);
    const ecli = row.ecli ? spellEcli(row.ecli, court?.court.ecliCode) : null;
    const claim = {
      ecli: ecli ?? '',
      court: code,
      caseNumber: row.caseNumber,
      decidedOn: facts.decidedOn,
    };
    const identifier = identifierOf(claim) ?? '';
    const [known] = await tx
      .select({ state: records.state })
      .from(records)
      .where(sql`upper(${records.identifier}) = upper(${identifier})`);
    if (known?.state === 'withdrawn')
      return { field: row.ecli ? 'ecli' : 'caseNumber', key: 'form.intake-withdrawn' };
    if (!known) await publishRecord(tx, actor, { ...facts, ecli });
    return null;
  }
  const { ecli, caseNumber, decidedOn } = row;
  const { names, sourceUrl, topics, ...facts } = factsOf(one);
  const refusal = await addProposal(tx, actor, {
    ecli,
    caseNumber,
    decidedOn,
    court: code,
    name: names[0] ?? '',
    sourceUrl,
    topics,
    reason: '',
    details: {
      names,
      type: facts.type,
      formation: facts.formation,
      publishedOn: facts.publishedOn,
      outcome: facts.outcome,
      caseNumbers: facts.caseNumbers,
      languages: facts.languages,
      provisions: facts.provisions,
      celex: facts.celex,
    },
  });
  if (!refusal || refusal.problem === 'form.proposal-waiting') return null;
  const { field, problem, known } = refusal;
  if (problem !== 'form.proposal-known') return { field, key: problem };
  // A file is linked by the ECLI of its decision: where that has one, it has to be entered.
  const isAsked = field === 'caseNumber' && known && parseEcli(known.identifier);
  return isAsked ? { field, key: 'form.intake-known' } : null;
}
