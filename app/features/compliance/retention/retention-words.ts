import { keptFor } from '~/lib/time/kept-for';

/** On what ground something is kept (GDPR article 6); each has a text `retention.why.*`. */
export const legalBases = [
  'membership',
  'security',
  'consent',
  'legal-duty',
  'statutory-purpose',
] as const;
export type LegalBasis = (typeof legalBases)[number];

/** Who sees it; each has a text `retention.seen-by.*`. */
export const audiences = ['yourself', 'administrators', 'members', 'public', 'nobody'] as const;
export type Audience = (typeof audiences)[number];

/** What becomes of it with the account; each has a text `retention.deletion.*`. */
export type OnDeletion = 'removed' | 'kept' | 'stays-as-it-is';

/** How long something is kept; each has a text `retention.kept.*`. */
export type Kept = {
  /** `application` and `registration`: several periods, which their texts name. */
  rule:
    | 'account'
    | 'application'
    | 'registration'
    | 'archive'
    | 'published'
    | 'permanent'
    | 'until'
    | 'days'
    | 'browser';
  days?: number;
};

/** What is not in a table of the database: the register lists it beside them. */
export const otherStores = [
  { name: 'library-files', why: 'statutory-purpose', seenBy: 'members', kept: { rule: 'archive' } },
  {
    name: 'published-files',
    why: 'statutory-purpose',
    seenBy: 'public',
    kept: { rule: 'published' },
  },
  {
    name: 'unfinished-files',
    why: 'statutory-purpose',
    seenBy: 'yourself',
    kept: { rule: 'days', days: keptFor.unfinishedUpload },
  },
  {
    name: 'jobs',
    why: 'membership',
    seenBy: 'nobody',
    kept: { rule: 'days', days: keptFor.finishedJob },
  },
  {
    name: 'log',
    why: 'security',
    seenBy: 'administrators',
    kept: { rule: 'days', days: keptFor.log },
  },
  {
    name: 'backups',
    why: 'security',
    seenBy: 'nobody',
    kept: { rule: 'days', days: keptFor.backup },
  },
  { name: 'browser', why: 'membership', seenBy: 'yourself', kept: { rule: 'browser' } },
] as const satisfies readonly {
  name: string;
  why: LegalBasis;
  seenBy: Audience;
  kept: Kept;
}[];
