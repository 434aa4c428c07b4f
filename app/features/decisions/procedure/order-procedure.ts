import type { ProcedureRelation } from '~/db/schema/decisions';
import type { BriefDecision } from '~/features/decisions/records/records.server';

/** A decision of the proceedings that the reader may open. */
export type ProcedureRecord = {
  decision: BriefDecision;
  /** Its identifier and those of the records that were merged into it. */
  identifiers: string[];
  procedure: ProcedureRelation[];
};

/** A decision in the diagram; one that is not here, or not for the reader, is named as it was typed. */
export type ProcedureEntry = {
  identifier: string;
  decision: BriefDecision | null;
  relations: { kind: ProcedureRelation['kind']; to: ProcedureName }[];
};

type ProcedureName = Pick<BriefDecision, 'identifier' | 'names' | 'caseNumbers'>;

type Edge = { before: string; after: string; isJoined: boolean };

/**
 * Decisions of the same proceedings, from the first instance to the last, step by step: in one step are
 * those that were joined, and those that follow from the same one. A decision comes after all that it
 * answers, follows or is an appeal from.
 */
export function orderProcedure(records: readonly ProcedureRecord[]): ProcedureEntry[][] {
  const known = new Map(
    records.flatMap((one) =>
      one.identifiers.map((identifier) => [identifier.toUpperCase(), one] as const),
    ),
  );
  const nameOf = (identifier: string): ProcedureName =>
    known.get(identifier.toUpperCase())?.decision ?? { identifier, names: [], caseNumbers: [] };
  const entries = new Map<string, ProcedureEntry>();
  const edges: Edge[] = [];
  for (const { decision, procedure } of records) {
    const relations = procedure.flatMap(({ kind, identifier }) => {
      const to = nameOf(identifier);
      return to.identifier === decision.identifier ? [] : [{ kind, to }];
    });
    entries.set(keyOf(decision), { identifier: decision.identifier, decision, relations });
    for (const { kind, to } of relations)
      edges.push({ before: keyOf(to), after: keyOf(decision), isJoined: kind === 'joined' });
  }
  for (const { to } of [...entries.values()].flatMap(({ relations }) => relations))
    if (!entries.has(keyOf(to)))
      entries.set(keyOf(to), { identifier: to.identifier, decision: null, relations: [] });
  return stepsOf(entries, edges);
}

const keyOf = ({ identifier }: { identifier: string }) => identifier.toUpperCase();

function stepsOf(entries: ReadonlyMap<string, ProcedureEntry>, edges: readonly Edge[]) {
  const places = placesOf([...entries.keys()], edges);
  const byPlace = Map.groupBy(entries, ([key]) => places.get(key) ?? 0);
  return [...byPlace]
    .toSorted(([one], [other]) => one - other)
    .map(([, step]) => step.map(([, entry]) => entry).toSorted(byDate));
}

/**
 * How many decisions come before each, on the longest way. Relations that contradict each other lead
 * round in a circle: no decision is moved more often than there are decisions.
 */
function placesOf(keys: readonly string[], edges: readonly Edge[]): Map<string, number> {
  const places = new Map(keys.map((key) => [key, 0]));
  for (let round = 0; round < keys.length; round += 1) {
    let isMoved = false;
    for (const { before, after, isJoined } of edges) {
      const [from, to] = [places.get(before) ?? 0, places.get(after) ?? 0];
      const least = isJoined ? Math.max(from, to) : from + 1;
      if (to < least) places.set(after, least);
      if (isJoined && from < least) places.set(before, least);
      isMoved ||= to < least || (isJoined && from < least);
    }
    if (!isMoved) break;
  }
  return places;
}

function byDate(one: ProcedureEntry, other: ProcedureEntry): number {
  const sign = ({ decision, identifier }: ProcedureEntry) =>
    `${decision?.decidedOn ?? ''} ${identifier}`;
  return sign(one) < sign(other) ? -1 : 1;
}
