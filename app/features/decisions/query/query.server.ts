import { type CompiledQuery, compileQuery, withFewerTerms } from './compiled-query.server';
import { arrayOf, citesAll, containing } from './conditions.server';
import { askedColumns, decisionMatches, decisionsWithAll } from './decision-matches.server';
import { asked, betterOf, rankOf, shareOf, someOf, tiers, unless } from './scores.server';
import { type MayPropose, mayProposeTo } from './spelling-limit.server';
import { proposeSpelling } from './spelling.server';

/** What people ask for, compiled for the database, and what a decision scores by it. */
export {
  arrayOf,
  asked,
  askedColumns,
  betterOf,
  citesAll,
  type CompiledQuery,
  compileQuery,
  containing,
  decisionMatches,
  decisionsWithAll,
  type MayPropose,
  mayProposeTo,
  proposeSpelling,
  rankOf,
  shareOf,
  someOf,
  tiers,
  unless,
  withFewerTerms,
};
