import { type CompiledQuery, compileQuery, withFewerTerms } from './compiled-query.server';
import { arrayOf, citesAll } from './conditions.server';
import { isCalledCourt } from './courts-named.server';
import {
  askedColumns,
  decisionMatches,
  decisionsWithAll,
  excludedBy,
} from './decision-matches.server';
import { asked, betterOf, rankOf, shareOf, someOf, tiers, unless } from './scores.server';
import { type MayPropose, mayProposeTo } from './spelling-limit.server';
import { proposeSpelling } from './spelling.server';
import { readQuery } from './typed-numbers.server';

/** What people ask for, compiled for the database, and what a decision scores by it. */
export {
  arrayOf,
  asked,
  askedColumns,
  betterOf,
  citesAll,
  type CompiledQuery,
  compileQuery,
  decisionMatches,
  decisionsWithAll,
  excludedBy,
  isCalledCourt,
  type MayPropose,
  mayProposeTo,
  proposeSpelling,
  rankOf,
  readQuery,
  shareOf,
  someOf,
  tiers,
  unless,
  withFewerTerms,
};
