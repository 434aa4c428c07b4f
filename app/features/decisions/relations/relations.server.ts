import { listCourts } from '~/features/decisions/courts/courts.server';
import { listProcedure } from '~/features/decisions/procedure/procedure.server';
import { authoriseReading } from '~/features/decisions/records/authorise-reading.server';
import type { CourtName } from '~/features/decisions/records/decision-names';
import type { DecisionPage } from '~/features/decisions/records/records.server';
import type { Actor } from '~/policy/actor';
import { type CitingQuery, filterCiting } from './citing-filter';
import { listCitedSentences, listCitingSentences } from './sentences.server';
import { listSimilar } from './similar.server';

/**
 * What connects a decision with others, for a reader who has opened it: its proceedings, a page of what
 * cites it within a filter, the sentences of the citations on either side, and similar decisions.
 */
export async function getRelations(actor: Actor, decision: DecisionPage, query: CitingQuery) {
  authoriseReading(actor);
  const { listed, count, page, pages, choices } = filterCiting(decision.citedBy, query);
  const cited = decision.cites.map(({ identifier, decision: found }) => ({
    identifier,
    caseNumbers: found?.caseNumbers ?? [],
  }));
  const citing = listed.map((one) => one.decision);
  const [courts, procedure, citingSentences, citedSentences, similar] = await Promise.all([
    listCourts(actor),
    listProcedure(actor, decision),
    listCitingSentences(actor, decision, citing),
    listCitedSentences(actor, decision.identifier, cited),
    listSimilar(actor, decision.id),
  ]);
  const isChoice = ({ code }: CourtName) => choices.court.some(({ value }) => value === code);
  return {
    procedure,
    citedBy: {
      identifier: decision.identifier,
      total: decision.citedBy.length,
      count,
      listed,
      page,
      pages,
      filter: query.filter,
      choices,
      courts: courts.filter(isChoice),
      sentences: citingSentences,
    },
    citedSentences,
    similar,
  };
}
